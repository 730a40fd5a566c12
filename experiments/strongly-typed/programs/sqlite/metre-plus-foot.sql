CREATE TABLE line(metres REAL, feet REAL)/*STRICT*/;
INSERT INTO line VALUES (1, 1);
SELECT 'past', metres + feet FROM line; -- MISTAKE
