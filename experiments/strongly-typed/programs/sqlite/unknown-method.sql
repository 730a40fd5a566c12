SELECT 'past', norm(1); -- MISTAKE
