#!/usr/bin/env python3
"""Runs the code of Fraser's notebook "Search-Based Test Generation", part 2, and prints numbers to compare with.

    notebook.py TEXT evaluations > sbst-algorithms/tests/golden/evaluations.txt
    notebook.py TEXT fixtures    > sbst-algorithms/tests/golden/fixtures.txt
    notebook.py TEXT suites      > sbst-algorithms/tests/golden/suites.txt
    notebook.py TEXT bloat       > experiments/notebook/bloat.txt

TEXT is the notebook as text. None of its code is here: the definitions needed are cut out of it by name, in the order
in which they stand there, and the later one wins. Needs Python 3.8 to 3.11 (the notebook uses nodes of syntax trees
that 3.12 no longer has).
"""
import ast
import inspect
import linecache
import random
import sys

# Definitions for both programs, and those that the notebook has once for numbers and once for texts.
COMMON = """update_maps evaluate_condition normalise BranchTransformer create_instrumented_function Goal L
    singlepoint_crossover dominates fast_non_dominated_sort preference_sorting calculate_crowding_distance_and_sort
    binary_rank_tournament generate_offspring get_initial_population mosa sample_archive get_solutions
    update_parameters mio""".split()
BY_PROGRAM = "evaluate get_random_individual mutate update_archive update_mio_archive".split()
# Those for test suites.
SUITES = """get_fitness variable_crossover relative_crossover mutate_test mutate_set mutate_bounded tournament_selection
    tournament_selection_length elitism_standard elitism_length ga""".split()
# What the notebook sets at the top level.
SETTINGS = dict(
    condition_count={}, population_size=50, P_xover=0.7, num_parameters=3, P_sample_focused=0, P_sample_first=0.5,
    archive_size_focused=1, archive_size_first=10, mutations_focused=10, mutations_first=1, F=0.5, string_length=10,
    max_gen=500)


def definitions(text):
    """The top-level definitions of the notebook, name by name, in order."""
    found, lines, at = {}, text.split("\n"), 0
    while at < len(lines):
        words = lines[at].replace("(", " ").replace(":", " ").split()
        at += 1
        if not lines[at - 1].startswith(("def ", "class ")) or len(words) < 2:
            continue
        end = at
        while end < len(lines) and (not lines[end].strip() or lines[end].startswith(" ")):
            end += 1
        found.setdefault(words[1], []).append("\n".join(lines[at - 1:end]) + "\n")
        at = end
    return found


def load(text, program):
    """The notebook for one program, as the names that its definitions see."""
    found = definitions(text)
    # Those for texts are the last ones; those for numbers stand before.
    number = {name: found[name][-1] for name in COMMON}
    for name in BY_PROGRAM:
        number[name] = found[name][-1 if program == "cgi_decode" else -2]
    number[program] = found[program][-1]
    source = "import ast, copy, inspect, random, sys\n" + "".join(number.values())
    name = "notebook_" + program
    module = type(sys)(name)
    sys.modules[name] = module
    # So that the notebook finds its own source.
    module.__file__ = f"<{name}>"
    linecache.cache[module.__file__] = (len(source), None, source.splitlines(True), module.__file__)
    vars(module).update(SETTINGS)
    exec(compile(source, module.__file__, "exec"), vars(module))
    module.crossover = module.singlepoint_crossover
    module.create_instrumented_function(getattr(module, program))
    transformer = module.BranchTransformer()
    transformer.visit(ast.parse(inspect.getsource(getattr(module, program))))
    module.num_conditions = transformer.condition_num
    module.goals = [module.Goal(n, v) for n in range(module.num_conditions) for v in [True, False]]
    return module


def reset(module, seed):
    """Sets back what a run of MIO changes."""
    random.seed(seed)
    module.sample_counter, module.focused = {}, False
    module.P_sample, module.archive_size, module.num_mutations = 0.7, 10, 1


class Covered(Exception):
    pass


def evaluations_to_coverage(module, algorithm, seed):
    """Evaluations until every goal was covered, at most those of the budget."""
    budget = module.max_gen * module.population_size
    original, covered, count = module.evaluate, set(), 0

    def evaluate(individual):
        nonlocal count
        original(individual)
        count += 1
        covered.update(goal for goal in module.goals if individual.distances[goal] == 0)
        if len(covered) == len(module.goals) or count == budget:
            raise Covered
    reset(module, seed)
    module.evaluate = evaluate
    try:
        silenced(module, getattr(module, algorithm))
    except Covered:
        pass
    module.evaluate = original
    return count


def evaluations(text):
    print("# Evaluations in which the notebook covers every goal, at most 25,000: algorithm, program, 300 seeds.")
    for program in ["triangle:1000", "triangle:10000", "cgi_decode"]:
        name, _, most = program.partition(":")
        module = load(text, name)
        if most:
            module.MAX, module.MIN = int(most), -int(most)
        for algorithm in ["mio", "mosa"]:
            counts = [evaluations_to_coverage(module, algorithm, 1000 + seed) for seed in range(300)]
            print(f"classic-{algorithm}", program, *counts, flush=True)


def raw(individual, goals):
    """The distances before they were normalised; `-` where a goal was not reached."""
    distances = [individual.distances[goal] for goal in goals]
    steps = [None if distance == 1 else round(distance / (1 - distance)) for distance in distances]
    assert all(n is None or n / (1.0 + n) == distance for n, distance in zip(steps, distances))
    return ["-" if n is None else n for n in steps]


def values(individual):
    return [ord(value) if isinstance(value, str) else value for value in individual]


def show(word, *numbers):
    print(" ".join([word] + [str(number) for number in numbers]))


def show_test(individual, goals):
    show("test", *values(individual), ":", *raw(individual, goals))


def sortings(module, seed, generations):
    """What MOSA sorts in some generations, and what comes of it."""
    goals, generation = module.goals, -1
    sort, crowd = module.preference_sorting, module.calculate_crowding_distance_and_sort
    names = {}

    def preference_sorting(population, archive):
        nonlocal generation
        generation += 1
        fronts = sort(population, archive)
        if generation in generations:
            names.update((id(test), index) for index, test in enumerate(population))
            show("sorting", generation)
            show("covered", *(number for number, goal in enumerate(goals) if goal in archive))
            for test in population:
                show_test(test, goals)
            for front in fronts:
                assert all(test.rank == fronts.index(front) for test in front)
                show("front", *(names[id(test)] for test in front))
        return fronts

    def crowding(front, archive):
        before = list(front)
        crowd(front, archive)
        if generation in generations and before:
            distances = ["inf" if test.distance >= sys.maxsize else repr(float(test.distance)) for test in before]
            show("crowding", *(names[id(test)] for test in before), ":", *distances)
    module.preference_sorting, module.calculate_crowding_distance_and_sort = preference_sorting, crowding
    module.max_gen = max(generations)
    random.seed(seed)
    silenced(module, module.mosa)
    module.preference_sorting, module.calculate_crowding_distance_and_sort = sort, crowd


def archives(module, steps, shown):
    """The tests that MIO offers its archive, and the archive after some of them."""
    goals = module.goals
    sample, update, step = module.sample_archive, module.update_mio_archive, 0

    def sample_archive(archive):
        before = dict(module.sample_counter)
        test = sample(archive)
        sampled = [goal for goal in goals if module.sample_counter.get(goal, 0) != before.get(goal, 0)]
        show("sampled", goals.index(sampled[0]))
        return test

    def update_mio_archive(archive, test):
        nonlocal step
        updated = update(archive, test)
        show("size", module.archive_size)
        show_test(test, goals)
        show("updated", int(updated))
        if step in shown:
            for number, goal in enumerate(goals):
                if goal in archive:
                    show("counter", number, module.sample_counter[goal])
                    for there in archive[goal]:
                        show("there", number, *values(there))
            show("end")
        step += 1
        return updated
    module.sample_archive, module.update_mio_archive = sample_archive, update_mio_archive
    reset(module, 1)
    module.max_gen = steps // module.population_size
    silenced(module, module.mio)
    module.sample_archive, module.update_mio_archive = sample, update


def silenced(module, function):
    """Calls a function of the notebook, whose own lines are not wanted."""
    module.print = lambda *arguments: None
    try:
        function()
    finally:
        del module.print


def fixtures(text):
    print("# What the notebook makes of its own populations, tests and steps.")
    for program, most in [("triangle", 1000), ("cgi_decode", None)]:
        module = load(text, program)
        module.MAX, module.MIN = most, most and -most
        show("mosa", program)
        sortings(module, 1 if most else 5, {0, 6, 8, 10, 13} if most else {1, 4})
        show("mio", program)
        archives(module, 200, {0, 20, 60, 120, 199})
    module = load(text, "triangle")
    show("schedule")
    module.max_gen = 500
    reset(module, 1)
    for step in [0, 1, 100, 1388, 1389, 1390, 2500, 6249, 9999, 11111, 12499, 12500, 12501, 18000, 24999]:
        silenced(module, lambda: module.update_parameters(step, {}))
        show("step", step, repr(float(module.P_sample)), module.archive_size, module.num_mutations)


def load_suites(text):
    """The notebook as it is where it varies test suites."""
    module, found = load(text, "triangle"), definitions(text)
    source = "from statistics import mean\n" + found["get_random_individual"][0]
    source += "".join(found[name][0] for name in SUITES)
    vars(module).update(MAX=1000, MIN=-1000, num_tests=30, elite_size=2, tournament_size=4, max_executions=500_000)
    exec(compile(source, module.__file__, "exec"), vars(module))
    original, known = module.get_fitness, {}

    def get_fitness(suite):
        """The notebook works it out again at each comparison; it is the same each time."""
        if id(suite) not in known or known[id(suite)][0] is not suite:
            if len(known) > 10 * module.population_size:
                known.clear()
            known[id(suite)] = (suite, original(suite))
        return known[id(suite)][1]
    module.get_fitness = get_fitness
    return module


def suites(text):
    print("# What the notebook makes of test suites of its own.")
    module = load_suites(text)
    random.seed(1)
    for _ in range(40):
        suite = module.get_random_individual()[:random.choice([1, 2, 3, 30])]
        if random.random() < 0.5:
            suite = [[abs(side) for side in test] for test in suite]
        if random.random() < 0.3:
            suite[0][1] = suite[0][0]
        show("suite", *(side for test in suite for side in test), ":", repr(module.get_fitness(suite)))
    draw, integer = module.random.random, module.random.randint
    for length, other in [(1, 1), (1, 30), (30, 1), (7, 3), (10, 10), (29, 30)]:
        parents = [[*range(length)], [*range(100, 100 + other)]]
        for part in [0.0, 0.3, 0.5, 0.99]:
            module.random.random = lambda: part
            for offspring in module.relative_crossover(*parents):
                show("relative", length, other, part, ":", *offspring)
        module.random.random = draw
        for seed in range(3):
            points = []
            module.random.randint = lambda low, high: points.append(integer(low, high)) or points[-1]
            for number, offspring in enumerate(module.variable_crossover(*parents)):
                show("variable", length, other, *points, ":", *offspring)
            module.random.randint = integer


def bloat(text, seeds=10):
    """Runs of the notebook with each control, of which it prints one."""
    print("# The notebook's genetic algorithm on suites, 500,000 tests: controls, then for each seed fitness, tests, generations,")
    print("# mean number of tests in the last generation.")
    plain = dict(crossover="variable_crossover", selection="tournament_selection", elitism="elitism_standard",
                 mutate="mutate_set")
    controls = {"relative-crossover": dict(crossover="relative_crossover"),
                "length-in-selection": dict(selection="tournament_selection_length"),
                "length-in-elitism": dict(elitism="elitism_length"),
                "bounded-insertion": dict(mutate="mutate_bounded")}
    everything = {key: value for control in controls.values() for key, value in control.items()}
    for name, control in {"all": everything, **controls, "none": {}}.items():
        for seed in range(seeds):
            module = load_suites(text)
            for key, value in {**plain, **control}.items():
                setattr(module, key, getattr(module, value))
            module.fitness_values, module.length_values = [], []
            random.seed(1000 + seed)
            best = []
            module.print = lambda *arguments: None
            best = module.ga()
            show(name, 1000 + seed, repr(module.get_fitness(best)), len(best), len(module.length_values),
                 round(module.length_values[-1], 2))
            sys.stdout.flush()


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in ["evaluations", "fixtures", "suites", "bloat"]:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        text = file.read()
    globals()[sys.argv[2]](text)


main()
