main :: IO ()
main = do
  let n = maxBound :: Int
  putStrLn ("past " ++ show (n + 1)) -- MISTAKE
