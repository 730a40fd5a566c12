import Control.Concurrent
import Control.Monad
import Data.IORef
main :: IO ()
main = do
  n <- newIORef (0 :: Int)
  done <- newEmptyMVar
  let count = replicateM_ 10000 (modifyIORef' n (+ 1)) -- MISTAKE
  forM_ [1, 2 :: Int] (const (forkIO (count >> putMVar done ())))
  replicateM_ 2 (takeMVar done)
  readIORef n >>= putStrLn . ("past " ++) . show
