data Point = Point { x :: Int }
main :: IO ()
main = do
  print (norm (Point 1)) -- MISTAKE
  putStrLn "past"
