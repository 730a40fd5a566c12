data Colour = Red | Green | Blue
name :: Colour -> String
name colour = case colour of -- MISTAKE
  Red -> "red"
  Green -> "green"
main :: IO ()
main = putStrLn ("past " ++ name Blue)
