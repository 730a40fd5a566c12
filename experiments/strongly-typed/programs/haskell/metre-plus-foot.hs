newtype Metre = Metre Double deriving Show
newtype Foot = Foot Double
plus :: Metre -> Metre -> Metre
plus (Metre a) (Metre b) = Metre (a + b)
main :: IO ()
main = putStrLn ("past " ++ show (plus (Metre 1) (Foot 1))) -- MISTAKE
