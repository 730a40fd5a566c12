import Text.Printf
main :: IO ()
main = do
  printf "%d\n" "twelve" -- MISTAKE
  putStrLn "past"
