data Point = Point { x :: Int }
find :: Maybe Point
find = Nothing
main :: IO ()
main = putStrLn ("past " ++ show (x find)) -- MISTAKE
