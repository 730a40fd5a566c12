(* The paradox of Hurkens (A simplification of Girard's paradox, 1995): a type of all types proves what is false. *)
Definition power (X : Type) : Type := X -> Prop.
Definition all : Type := forall X : Type, (power (power X) -> X) -> power (power X).
Definition into (family : power (power all)) : all :=
  fun X fold set => family (fun x => set (fold (x X fold))).
Definition out (x : all) : power (power all) := x all into. (* MISTAKE *)
Definition apart : power all :=
  fun x => (forall set : power all, out x set -> set (into (out x))) -> False.
Definition least : all := into (fun set => forall x, out x set -> set x).
Lemma at_least (set : power all) : (forall x, out x set -> set x) -> set least.
Proof. exact (fun closed => closed least (fun x => closed (into (out x)))). Qed.
Theorem past : False.
Proof.
  exact (at_least apart
    (fun x is_apart below => below apart is_apart (fun set => below (fun y => set (into (out y)))))
    (fun set => at_least (fun y => set (into (out y))))).
Qed.
Check past.
Print Assumptions past.
