CREATE TABLE line(length INTEGER)/*STRICT*/;
INSERT INTO line VALUES (3);
SELECT 'past', "lenght" FROM line; -- MISTAKE
