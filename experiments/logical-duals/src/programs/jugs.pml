/* Two jugs; GOAL litres are never in the large one. A model checker finds how they are, by checking that they never are. */
byte large, small;

ltl never_there { [] (large != GOAL) }

#define SHOW printf("STATE %d %d\n", large, small)

active proctype jugs() {
  SHOW;
  do
  :: atomic { large < 5 -> large = 5; SHOW }
  :: atomic { small < 3 -> small = 3; SHOW }
  :: atomic { large > 0 -> large = 0; SHOW }
  :: atomic { small > 0 -> small = 0; SHOW }
  :: atomic { large > 0 && small < 3 ->
       if
       :: large >= 3 - small -> large = large - (3 - small); small = 3
       :: else -> small = small + large; large = 0
       fi; SHOW }
  :: atomic { small > 0 && large < 5 ->
       if
       :: small >= 5 - large -> small = small - (5 - large); large = 5
       :: else -> large = large + small; small = 0
       fi; SHOW }
  od
}
