"""Asks one solver, named by the first argument, the questions on standard input, one JSON object a line, in order.

Each answer is a line of JSON: `reached` (true, false, null where it cannot tell), `worth` of that answer (proof, bounded, none),
`witness` as the model of this project wants it to be replayed.
The first line names the solver's version.
"""

import ast
import json
import sys
from importlib.metadata import version
from typing import List

# A solver gives up after so many seconds.
LIMIT = 20


def without_waiting(states):
    kept = [states[0]]
    for state in states[1:]:
        if state != kept[-1]:
            kept.append(state)
    return [list(state) for state in kept]


def until(states, is_goal):
    for place, state in enumerate(states):
        if is_goal(state):
            return without_waiting(states[: place + 1])
    return []


def is_goal_of(question):
    goal = question["goal"]
    if question["puzzle"] == "jugs":
        return lambda state: state[0] == goal
    return lambda state: state[0] == 1 and sum(state[1:]) >= goal


def tour_of(following):
    """The cities in their order, from each one's next."""
    order = [0]
    while following[order[-1]] != 0:
        order.append(following[order[-1]])
    return order


def river_moves(goat_rides):
    """Every safe crossing: a state (farmer, wolf, goat, cabbage), and the next."""
    moves = []
    for number in range(16):
        state = tuple(number >> who & 1 for who in range(4))
        for taken in (0, 1, 2, 3):
            if taken == 2 and not goat_rides or state[taken] != state[0]:
                continue
            after = list(state)
            after[0] = 1 - after[0]
            if taken:
                after[taken] = after[0]
            farmer, wolf, goat, cabbage = after
            if not (wolf == goat != farmer) and not (goat == cabbage != farmer):
                moves.append((state, tuple(after)))
    return moves


# ---- Z3 ------------------------------------------------------------------------------------------------------------------


def z3_ask(question):
    import z3

    solver = z3.Solver()
    solver.set("timeout", LIMIT * 1000)
    puzzle, goal = question["puzzle"], question["goal"]
    bounded = puzzle == "jugs" or puzzle.startswith("river")
    numbers = lambda model, symbols: [model.eval(x, True).as_long() for x in symbols]
    # What holds for a puzzle of moves; the others read what is theirs.
    read = lambda model: until([tuple(numbers(model, state)) for state in states], is_goal_of(question))
    # It looks at so many steps; waiting is one too, so that "within" is asked and not "after exactly so many".
    moments = range(question.get("steps", 0) + 1)
    if puzzle == "formula":
        return z3_formula(z3, solver, question)
    if puzzle == "jugs":
        states = [(z3.Int(f"l{t}"), z3.Int(f"s{t}")) for t in moments]
        solver.add(states[0][0] == 0, states[0][1] == 0)
        for (l, s), (m, u) in zip(states, states[1:]):
            into, back = z3.If(l < 3 - s, l, 3 - s), z3.If(s < 5 - l, s, 5 - l)
            ways = [(5, s), (l, 3), (0, s), (l, 0), (l - into, s + into), (l + back, s - back), (l, s)]
            solver.add(z3.Or([z3.And(m == x, u == y) for x, y in ways]))
        reached = z3.Or([l == goal for l, _ in states])
    elif puzzle.startswith("river"):
        states = [[z3.Int(f"b{t}{who}") for who in range(4)] for t in moments]
        is_at = lambda state, values: z3.And([x == v for x, v in zip(state, values)])
        solver.add(is_at(states[0], (0, 0, 0, 0)))
        for one, other in zip(states, states[1:]):
            ways = [z3.And(is_at(one, a), is_at(other, b)) for a, b in river_moves(puzzle == "river")]
            solver.add(z3.Or(ways + [z3.And([x == y for x, y in zip(one, other)])]))
        reached = z3.Or([z3.And(state[0] == 1, z3.Sum(state[1:]) >= goal) for state in states])
    elif puzzle == "petersen":
        colours = [z3.Int(f"c{v}") for v in range(10)]
        solver.add([z3.And(1 <= c, c <= goal) for c in colours])
        reached = z3.And([colours[a] != colours[b] for a, b in question["edges"]])
        read = lambda model: [numbers(model, colours)]
    else:
        return None
    if question["door"] == "find":
        solver.add(reached)
    else:
        # The claim is that it is never reached; its negation has to be without a model.
        claim = z3.Not(reached)
        solver.add(z3.Not(claim))
    answer = solver.check()
    if answer == z3.sat:
        return {"reached": True, "worth": "proof", "witness": read(solver.model())}
    if answer == z3.unsat:
        return {"reached": False, "worth": "bounded" if bounded else "proof", "witness": []}
    return {"reached": None, "worth": "none", "witness": []}


def z3_formula(z3, solver, question):
    x, b = z3.Real("x"), z3.BitVec("b", 32)
    p, q = z3.Bools("p q")
    claim = {
        "positive": x * x - 2 * x + 2 > 0,
        "not-positive": x * x - 2 * x + 1 > 0,
        "square-on-32-bits": b * b >= 0,
        "de-morgan": z3.Not(z3.And(p, q)) == z3.Or(z3.Not(p), z3.Not(q)),
    }[question["formula"]]
    solver.set("timeout", 2000)
    solver.add(z3.Not(claim))
    answer = solver.check()
    reached = True if answer == z3.sat else False if answer == z3.unsat else None
    return {"reached": reached, "worth": "none" if reached is None else "proof", "witness": []}


# ---- Spacer, Z3's fixed-point engine --------------------------------------------------------------------------------------


def spacer_ask(question):
    """Rules say how states lead to others; what is returned without a bound of moves is a derivation, or an invariant."""
    import z3

    puzzle, goal = question["puzzle"], question["goal"]
    names = "ls" if puzzle == "jugs" else "fwgc"
    symbols = z3.Ints(" ".join(names))
    number = lambda value: value if z3.is_expr(value) else z3.IntVal(value)
    # Pairs of a condition, and the state that follows where it holds.
    if puzzle == "jugs":
        l, s = symbols
        into, back = z3.If(l < 3 - s, l, 3 - s), z3.If(s < 5 - l, s, 5 - l)
        ways = [(5, s), (l, 3), (0, s), (l, 0), (l - into, s + into), (l + back, s - back)]
        moves = [(z3.BoolVal(True), after) for after in ways]
        reached = l == goal
    elif puzzle.startswith("river"):
        farmer = symbols[0]
        moves = []
        for taken in range(4):
            if taken == 2 and puzzle == "river-no-goat":
                continue
            after = [1 - farmer if who in (0, taken) else x for who, x in enumerate(symbols)]
            _, wolf, goat, cabbage = after
            alone = goat != after[0]
            safe = z3.Not(z3.And(alone, z3.Or(wolf == goat, goat == cabbage)))
            moves.append((z3.And(symbols[taken] == farmer, safe), after))
        reached = z3.And(symbols[0] == 1, z3.Sum(symbols[1:]) >= goal)
    else:
        return None
    moves = [(condition, [number(value) for value in after]) for condition, after in moves]
    start = [z3.IntVal(0) for _ in symbols]
    engine = z3.Fixedpoint()
    engine.set(engine="spacer", timeout=LIMIT * 1000)
    # All of a state stays, so that the invariant is about states.
    engine.set("xform.slice", False)
    there = z3.Function("there", *[z3.IntSort()] * len(symbols), z3.BoolSort())
    engine.register_relation(there)
    engine.declare_var(*symbols)
    engine.rule(there(*start), name="start")
    for place, (condition, after) in enumerate(moves):
        engine.rule(there(*after), [there(*symbols), condition], name=f"move {place}")
    if question["door"] == "check":
        # The claim is that it is never reached.
        claim = z3.Not(reached)
        reached = z3.Not(claim)
    answer = engine.query(z3.And(there(*symbols), reached))
    if answer == z3.sat:
        trace = [name[len("move ") :] for name in engine.get_rule_names_along_trace() if name.startswith("move ")]
        states = [start]
        for place in reversed(trace):
            state = list(zip(symbols, states[-1]))
            states.append([z3.simplify(z3.substitute(value, *state)) for value in moves[int(place)][1]])
        states = [tuple(value.as_long() for value in state) for state in states]
        return {"reached": True, "worth": "proof", "witness": without_waiting(states)}
    if answer == z3.unsat and is_invariant(z3, engine.get_answer(), symbols, start, moves, reached):
        return {"reached": False, "worth": "proof", "witness": []}
    return {"reached": None, "worth": "none", "witness": []}


def is_invariant(z3, answer, symbols, start, moves, reached):
    """Whether an answer `for all states: there(state) == condition` holds at the start, after every move, and nowhere at the goal."""
    equation = answer.body()
    if not z3.is_eq(equation) or len(equation.arg(0).children()) != len(symbols):
        return False
    bound = [z3.get_var_index(variable) for variable in equation.arg(0).children()]

    def at(values):
        ordered = [value for _, value in sorted(zip(bound, values), key=lambda pair: pair[0])]
        return z3.substitute_vars(equation.arg(1), *ordered)

    after = [z3.And(condition, z3.Not(at(values))) for condition, values in moves]
    broken = z3.Or(z3.Not(at(start)), z3.And(at(symbols), z3.Or(after)), z3.And(at(symbols), reached))
    solver = z3.Solver()
    solver.add(broken)
    return solver.check() == z3.unsat


# ---- clingo --------------------------------------------------------------------------------------------------------------


def clingo_program(question):
    puzzle, goal, steps = question["puzzle"], question["goal"], question["steps"]
    if puzzle == "jugs":
        return f"""
time(0..{steps}). state(0,0,0).
{{ act(T,0..6) }} = 1 :- time(T), T < {steps}.
state(T+1,5,S) :- state(T,L,S), act(T,0). state(T+1,L,3) :- state(T,L,S), act(T,1).
state(T+1,0,S) :- state(T,L,S), act(T,2). state(T+1,L,0) :- state(T,L,S), act(T,3).
state(T+1,L-P,S+P) :- state(T,L,S), act(T,4), P = #min {{ L; 3-S }}.
state(T+1,L+P,S-P) :- state(T,L,S), act(T,5), P = #min {{ S; 5-L }}.
state(T+1,L,S) :- state(T,L,S), act(T,6).
reached :- state(_,{goal},_). #show state/3."""
    if puzzle.startswith("river"):
        moves = " ".join(
            f"move({','.join(map(str, a))},{','.join(map(str, b))})." for a, b in river_moves(puzzle == "river")
        )
        return f"""{moves}
time(0..{steps}). state(0,0,0,0,0).
way(T,F,W,G,C) :- state(T,F1,W1,G1,C1), move(F1,W1,G1,C1,F,W,G,C), T < {steps}.
way(T,F,W,G,C) :- state(T,F,W,G,C), T < {steps}.
{{ state(T+1,F,W,G,C) : way(T,F,W,G,C) }} = 1 :- time(T), T < {steps}.
reached :- state(_,1,W,G,C), W+G+C >= {goal}. #show state/5."""
    if puzzle == "petersen":
        edges = " ".join(f"edge({a},{b})." for a, b in question["edges"])
        return f"""{edges}
{{ colour(V,1..{goal}) }} = 1 :- V = 0..9.
clash :- edge(A,B), colour(A,C), colour(B,C). reached :- not clash. #show colour/2."""
    if puzzle == "tour":
        distances = question["distances"]
        facts = " ".join(
            f"distance({a},{b},{distances[a][b]})." for a in range(9) for b in range(9) if a != b
        )
        return f"""{facts}
city(0..8). {{ go(A,B) : distance(A,B,_) }} = 1 :- city(A). {{ go(A,B) : distance(A,B,_) }} = 1 :- city(B).
visited(B) :- go(0,B). visited(B) :- visited(A), go(A,B). :- city(A), not visited(A).
reached :- #sum {{ D,A,B : go(A,B), distance(A,B,D) }} <= {goal}. #show go/2."""
    return None


def clingo_ask(question):
    import clingo

    program = clingo_program(question)
    if program is None:
        return None
    if question["door"] == "find":
        program += "\n:- not reached."
    else:
        # The claim holds where it is not reached; an answer set in which it does not is a counterexample.
        program += "\nclaim :- not reached. :- claim."
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    found = []
    with control.solve(on_model=lambda model: found.append(model.symbols(shown=True)), async_=True) as handle:
        ended = handle.wait(LIMIT)
        if not ended:
            handle.cancel()
        answer = handle.get()
    if not ended or not (answer.satisfiable or answer.unsatisfiable):
        return {"reached": None, "worth": "none", "witness": []}
    if answer.unsatisfiable:
        is_bounded = question["puzzle"] == "jugs" or question["puzzle"].startswith("river")
        return {"reached": False, "worth": "bounded" if is_bounded else "proof", "witness": []}
    atoms = [[argument.number for argument in symbol.arguments] for symbol in found[0]]
    if question["puzzle"] == "tour":
        witness = [tour_of(dict(atoms))]
    elif question["puzzle"] == "petersen":
        witness = [[value for _, value in sorted(atoms)]]
    else:
        witness = until([tuple(atom[1:]) for atom in sorted(atoms)], is_goal_of(question))
    return {"reached": True, "worth": "proof", "witness": witness}


# ---- CP-SAT --------------------------------------------------------------------------------------------------------------


def cp_sat_ask(question):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    puzzle, goal, find = question["puzzle"], question["goal"], question["door"] == "find"
    violated = None
    if puzzle == "tour":
        distances = question["distances"]
        arcs = [(a, b, model.new_bool_var(f"{a}-{b}")) for a in range(9) for b in range(9) if a != b]
        model.add_circuit(arcs)
        length = sum(distances[a][b] * arc for a, b, arc in arcs)
        if find:
            model.add(length <= goal)
        else:
            model.minimize(length)
    elif puzzle == "petersen":
        colours = [model.new_int_var(1, goal, f"c{v}") for v in range(10)]
        violated = None if find else model.new_bool_var("violated")
        for a, b in question["edges"]:
            constraint = model.add(colours[a] != colours[b])
            if violated is not None:
                constraint.only_enforce_if(violated)
        if violated is not None:
            model.maximize(violated)
    else:
        return None
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = LIMIT
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return {"reached": False, "worth": "proof", "witness": []}
    if status != cp_model.OPTIMAL:
        return {"reached": None, "worth": "none", "witness": []}
    if puzzle == "tour":
        if not find and solver.objective_value > goal + 0.5:
            return {"reached": False, "worth": "proof", "witness": []}
        witness = [tour_of({a: b for a, b, arc in arcs if solver.value(arc)})]
    else:
        if violated is not None and not solver.value(violated):
            return {"reached": False, "worth": "proof", "witness": []}
        witness = [[solver.value(x) for x in colours]]
    return {"reached": True, "worth": "proof", "witness": witness}


# ---- pyperplan -----------------------------------------------------------------------------------------------------------


def pour_moves():
    moves = []
    for l in range(6):
        for s in range(4):
            into, back = min(l, 3 - s), min(s, 5 - l)
            for after in ((5, s), (l, 3), (0, s), (l, 0), (l - into, s + into), (l + back, s - back)):
                if after != (l, s):
                    moves.append(((l, s), after))
    return moves


def pyperplan_ask(question):
    from pyperplan.planner import SEARCHES, search_plan

    puzzle, goal = question["puzzle"], question["goal"]
    if puzzle == "jugs":
        names, moves, sizes = "ls", pour_moves(), (6, 4)
        wanted, start = [f"l{goal}"], (0, 0)
    elif puzzle.startswith("river") and goal == 3:
        names, moves, sizes = "fwgc", river_moves(puzzle == "river"), (2, 2, 2, 2)
        wanted, start = ["f1", "w1", "g1", "c1"], (0, 0, 0, 0)
    else:
        return None
    facts = [f"{name}{value}" for name, size in zip(names, sizes) for value in range(size)]
    # A goal may name what never is.
    facts += [fact for fact in wanted if fact not in facts]
    at = lambda state: [f"{name}{value}" for name, value in zip(names, state)]
    clauses = lambda facts: " ".join(f"({fact})" for fact in facts)
    actions = []
    for number, (before, after) in enumerate(moves):
        gone = [fact for fact in at(before) if fact not in at(after)]
        come = [fact for fact in at(after) if fact not in at(before)]
        effect = clauses(come) + " " + " ".join(f"(not ({fact}))" for fact in gone)
        actions.append(
            f"(:action a{number} :parameters () :precondition (and {clauses(at(before))}) :effect (and {effect}))"
        )
    with open("domain.pddl", "w", encoding="ascii") as file:
        file.write(f"(define (domain d) (:requirements :strips) (:predicates {clauses(facts)}) {' '.join(actions)})")
    with open("problem.pddl", "w", encoding="ascii") as file:
        file.write(f"(define (problem p) (:domain d) (:init {clauses(at(start))}) (:goal (and {clauses(wanted)})))")
    # Breadth first: no plan is then a proof.
    plan = search_plan("domain.pddl", "problem.pddl", SEARCHES["bfs"], None)
    if plan is None:
        return {"reached": False, "worth": "proof", "witness": []}
    states = [start]
    for step in plan:
        states.append(moves[int(step.name.strip("()").split()[0][1:])][1])
    return {"reached": True, "worth": "proof", "witness": [list(state) for state in states]}


# ---- Hypothesis ----------------------------------------------------------------------------------------------------------


SAFE_MOVES = {puzzle: set(river_moves(puzzle == "river")) for puzzle in ("river", "river-no-goat")}


def walk(question, actions):
    """The states that the actions lead through, up to the first goal; whether there is one."""
    if question["puzzle"] == "jugs":
        state, is_goal = (0, 0), is_goal_of(question)
        states = [state]
        for action in actions:
            l, s = state
            into, back = min(l, 3 - s), min(s, 5 - l)
            state = ((5, s), (l, 3), (0, s), (l, 0), (l - into, s + into), (l + back, s - back))[action]
            states.append(state)
            if is_goal(state):
                return states, True
        return states, False
    moves = SAFE_MOVES[question["puzzle"]]
    state, is_goal = (0, 0, 0, 0), is_goal_of(question)
    states = [state]
    for action in actions:
        after = list(state)
        after[0] = 1 - after[0]
        if action and state[action] == state[0]:
            after[action] = after[0]
        if (not action or state[action] == state[0]) and (state, tuple(after)) in moves:
            state = tuple(after)
        states.append(state)
        if is_goal(state):
            return states, True
    return states, False


def hypothesis_ask(question):
    if question["puzzle"] != "jugs" and not question["puzzle"].startswith("river"):
        return None
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from hypothesis import strategies
    from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

    class Reached(Exception):
        pass

    found = []
    last_action = 5 if question["puzzle"] == "jugs" else 3
    moves = question.get("moves", 20)
    settled = settings(
        max_examples=question.get("budget", 100),
        stateful_step_count=moves,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )

    def never_reached(sequence):
        states, is_reached = walk(question, sequence)
        if is_reached:
            found.append(states)
            raise Reached

    class Puzzle(RuleBasedStateMachine):
        """A rule for each action, as the stateful mode wants it."""

        def __init__(self):
            super().__init__()
            self.actions = []

    def rule_of(action):
        def act(self):
            self.actions.append(action)
            never_reached(self.actions)

        act.__name__ = f"act_{action}"
        return rule()(act)

    for action in range(last_action + 1):
        setattr(Puzzle, f"act_{action}", rule_of(action))

    actions = strategies.lists(strategies.integers(0, last_action), max_size=moves)
    with_seed = seed(question.get("seed", 0))
    try:
        if question.get("stateful"):
            run_state_machine_as_test(with_seed(Puzzle), settings=settled)
        else:
            with_seed(settled(given(actions)(never_reached)))()
    except Reached:
        pass
    if found:
        return {"reached": True, "worth": "proof", "witness": without_waiting(found[0])}
    return {"reached": None, "worth": "none", "witness": []}


# ---- CrossHair -----------------------------------------------------------------------------------------------------------

# It gives up after so many seconds: most of these programs have more paths than it could ever take.
CROSSHAIR_LIMIT = 2
# What the functions below, which CrossHair runs with symbols for values, are about.
asked = {}


def never_by_moves(actions: List[int]) -> bool:
    """
    pre: len(actions) <= 20
    pre: all(0 <= action <= asked["last_action"] for action in actions)
    post: _
    """
    return not walk(asked, actions)[1]


def colours_of(numbers):
    """A colour for any number: a condition on each would take more time than there is."""
    return [number % asked["goal"] for number in numbers]


def never_by_colours(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int, j: int) -> bool:
    """
    post: _
    """
    colours = colours_of((a, b, c, d, e, f, g, h, i, j))
    return any(colours[one] == colours[other] for one, other in asked["edges"])


def arguments_in(message):
    """The arguments of the call that a message tells of, such as `false when calling f(1, b = [2]) (which returns False)`."""
    call = message.split("when calling ", 1)[1].rsplit(" (which returns", 1)[0]
    told = ast.parse(call, mode="eval").body
    return [ast.literal_eval(argument) for argument in told.args + [keyword.value for keyword in told.keywords]]


def crosshair_ask(question):
    from crosshair.core_and_libs import MessageType, analyze_function, run_checkables
    from crosshair.options import AnalysisOptionSet

    puzzle = question["puzzle"]
    asked.clear()
    asked.update(question, last_action=5 if puzzle == "jugs" else 3)
    if puzzle == "petersen":
        never = never_by_colours
    else:
        never = never_by_moves
    options = AnalysisOptionSet(per_condition_timeout=CROSSHAIR_LIMIT, per_path_timeout=CROSSHAIR_LIMIT)
    states = {message.state: message for message in run_checkables(analyze_function(never, options))}
    if MessageType.POST_FAIL in states:
        arguments = arguments_in(states[MessageType.POST_FAIL].message)
        if never is never_by_moves:
            witness = without_waiting(walk(question, arguments[0])[0])
        else:
            witness = [[1 + colour for colour in colours_of(arguments)]]
        return {"reached": True, "worth": "proof", "witness": witness}
    if states.keys() == {MessageType.CONFIRMED}:
        return {"reached": False, "worth": "proof", "witness": []}
    # It says so too where its time was up before it had come to arguments that are allowed.
    if states.keys() <= {MessageType.CANNOT_CONFIRM, MessageType.PRE_UNSAT}:
        return {"reached": None, "worth": "none", "witness": []}
    raise ValueError(f"CrossHair says neither: {states}")


# ---- what is asked -------------------------------------------------------------------------------------------------------

# The package of each, and what asks it.
TOOLS = {
    "z3": ("z3-solver", z3_ask),
    "z3-spacer": ("z3-solver", spacer_ask),
    "clingo": ("clingo", clingo_ask),
    "cp-sat": ("ortools", cp_sat_ask),
    "pyperplan": ("pyperplan", pyperplan_ask),
    "crosshair": ("crosshair-tool", crosshair_ask),
    "hypothesis": ("hypothesis", hypothesis_ask),
}


def main():
    package, ask = TOOLS[sys.argv[1]]
    # Nothing that a library prints may stand between the answers.
    answers, sys.stdout = sys.stdout, sys.stderr
    print(json.dumps({"version": version(package)}), file=answers, flush=True)
    is_first = True
    for line in sys.stdin:
        question = json.loads(line)
        if is_first:
            # What is loaded at first use is no part of the time that CrossHair has.
            ask(question)
            is_first = False
        print(json.dumps(ask(question)), file=answers, flush=True)


main()
