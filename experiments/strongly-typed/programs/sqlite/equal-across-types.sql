SELECT 'past', 12 = '12'; -- MISTAKE
