/* Farmer, wolf, goat and cabbage; 1 is the far bank. RIDES says whether the goat may ride. */
bit farmer, wolf, goat, cabbage;

ltl never_there { [] !(farmer && wolf + goat + cabbage >= GOAL) }

#define SHOW printf("STATE %d %d %d %d\n", farmer, wolf, goat, cabbage)
/* What would happen on the bank that the farmer leaves. */
#define WOLF_EATS (wolf == goat && goat == farmer)
#define GOAT_EATS (goat == cabbage && goat == farmer)

active proctype crossing() {
  SHOW;
  do
  :: atomic { !WOLF_EATS && !GOAT_EATS -> farmer = 1 - farmer; SHOW }
  :: atomic { wolf == farmer && !GOAT_EATS -> farmer = 1 - farmer; wolf = farmer; SHOW }
  :: atomic { RIDES && goat == farmer -> farmer = 1 - farmer; goat = farmer; SHOW }
  :: atomic { cabbage == farmer && !WOLF_EATS -> farmer = 1 - farmer; cabbage = farmer; SHOW }
  od
}
