main :: IO ()
main = putStrLn ("past " ++ show ((1 :: Int) + "2")) -- MISTAKE
