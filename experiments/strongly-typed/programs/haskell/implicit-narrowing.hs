import Data.Word
main :: IO ()
main = do
  let n = 300 :: Int
  let b = n :: Word8 -- MISTAKE
  putStrLn ("past " ++ show b)
