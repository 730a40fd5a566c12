CREATE TABLE t(n INTEGER)/*STRICT*/;
INSERT INTO t VALUES (json_extract('"twelve"', '$')); -- MISTAKE
SELECT 'past', n FROM t;
