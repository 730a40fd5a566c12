main :: IO ()
main = do
  let texts = [] :: [String]
  let more = (1 :: Int) : texts -- MISTAKE
  putStrLn ("past " ++ show (length more))
