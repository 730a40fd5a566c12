data Line = Line { len :: Int }
main :: IO ()
main = do
  let line = Line { len = 3 }
  putStrLn ("past " ++ show (lne line)) -- MISTAKE
