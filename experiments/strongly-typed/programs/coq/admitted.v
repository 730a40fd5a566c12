Theorem past : False.
Admitted. (* MISTAKE *)
Check past.
Print Assumptions past.
