import GHC.Arr
main :: IO ()
main = do
  let a = listArray (0, 2) [0, 0, 0] :: Array Int Int
  let b = a // [(3, 1)] -- MISTAKE
  putStrLn ("past " ++ show (b ! 0))
