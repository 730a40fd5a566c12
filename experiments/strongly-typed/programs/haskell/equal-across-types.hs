main :: IO ()
main = putStrLn ("past " ++ show ((12 :: Int) == "12")) -- MISTAKE
