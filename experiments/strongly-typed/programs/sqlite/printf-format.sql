SELECT 'past', printf('%d', 'twelve'); -- MISTAKE
