half :: Int -> Int
half n = n `div` 2
main :: IO ()
main = putStrLn ("past " ++ show (half "12")) -- MISTAKE
