SELECT 'past', CASE 'blue' WHEN 'red' THEN 1 WHEN 'green' THEN 2 END; -- MISTAKE
