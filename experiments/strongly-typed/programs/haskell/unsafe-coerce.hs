import Unsafe.Coerce (unsafeCoerce)

main :: IO ()
main = do
  -- UNDEFINED: the library names the uses of unsafeCoerce that are defined, and this is none of them
  let n = unsafeCoerce "12" :: Int -- MISTAKE
  putStrLn ("past, is 12: " ++ show (n == 12))
