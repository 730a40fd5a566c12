import Data.Dynamic
import Data.Maybe (fromJust)

newtype Dog = Dog Int
animal :: Dynamic
animal = toDyn (4 :: Int)
main :: IO ()
main = case fromJust (fromDynamic animal) of -- MISTAKE
  Dog tricks -> putStrLn ("past " ++ show tricks)
