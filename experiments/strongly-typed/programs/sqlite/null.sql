SELECT 'past', length(NULL); -- MISTAKE
