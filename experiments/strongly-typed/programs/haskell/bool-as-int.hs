main :: IO ()
main = putStrLn ("past " ++ show (True + (1 :: Int))) -- MISTAKE
