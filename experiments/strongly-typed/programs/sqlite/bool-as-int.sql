SELECT 'past', (1 = 1) + 1; -- MISTAKE
