SELECT 'past', 1 + '2'; -- MISTAKE
