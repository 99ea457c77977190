'use strict';
// The report's program. It sets texts and never markup; whatever is long is drawn when it is
// looked at.
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const { functions, tests, findings, mutants, totals } = data;
  const byId = id => document.getElementById(id);
  const main = byId('main'), aside = byId('aside'), nav = byId('functions');

  // ---- elements

  /** An element with properties, attributes (with a hyphen, or `role`) and children or texts. */
  function element(name, properties, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties || {})) {
      if (value === undefined || value === null) continue;
      if (key.includes('-') || key === 'role' || key === 'for') made.setAttribute(key, value);
      else made[key] = value;
    }
    made.append(...children.flat().filter(child => child !== null && child !== undefined));
    return made;
  }
  /** A text in which what stands between backticks is code. */
  const codes = text => text.split('`').map((part, index) => index % 2 ? element('code', {}, part) : part);
  const NS = 'http' + '://www.w3.org/2000/svg';
  function drawn(name, attributes, ...children) {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }
  const count = (number, noun) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
  const MOST_TESTS = 10;
  const percent = (part, all) => (all ? `${(100 * part / all).toFixed(1)} %` : '–');

  // ---- goals

  const isGoal = outcome => outcome.status !== 'infeasible';
  /** The numbers of goals and of covered goals of a function. */
  const sums = functions.map(of => {
    const outcomes = of.conditions.flatMap(condition => condition.outcomes).filter(isGoal);
    return [outcomes.length, outcomes.filter(outcome => outcome.status === 'covered').length];
  });
  /** Names of functions in links: paths, with a number where several have the same. */
  const keys = [], named = new Map();
  for (const [index, of] of functions.entries()) {
    let key = of.path;
    for (let number = 2; named.has(key); number++) key = `${of.path}~${number}`;
    named.set(key, index);
    keys.push(key);
  }
  /** Functions in the order of the tree. */
  const order = [...functions.keys()];
  const open = [];
  function listOpen() {
    for (const f of order) {
      functions[f].conditions.forEach((condition, c) => condition.outcomes.forEach((outcome, o) => {
        if (isGoal(outcome) && outcome.status !== 'covered') open.push([f, c, o]);
      }));
    }
  }
  let covers = null;
  /** The goals that a test covers. */
  function coveredBy(test) {
    if (!covers) {
      covers = tests.map(() => []);
      functions.forEach((of, f) => of.conditions.forEach((condition, c) =>
        condition.outcomes.forEach((outcome, o) =>
          (outcome.tests || []).forEach(index => covers[index].push([f, c, o])))));
    }
    return covers[test];
  }
  const goalHash = ([f, c, o]) => `#goal/${encodeURIComponent(keys[f])}/${c}/${o === 0}`;
  const functionHash = f => `#function/${encodeURIComponent(keys[f])}`;
  const findingHash = finding => `#finding/${finding.fingerprint}`;

  // ---- tree

  const separated = path => {
    // `<` begins a type, in which there are paths of their own.
    const end = path.indexOf('<');
    const head = end < 0 ? path : path.slice(0, end);
    const parts = head.split('::').filter(part => part);
    if (end >= 0) parts.push(path.slice(end));
    return parts;
  };
  function grow() {
    const root = { modules: new Map(), functions: [] };
    functions.forEach((of, f) => {
      const parts = separated(of.path);
      const name = parts.pop();
      let at = root;
      const crate = of.binary ? `${parts[0] || of.package} (binary ${of.binary})` : parts[0] || of.package;
      for (const part of [crate, ...parts.slice(1)]) {
        if (!at.modules.has(part)) at.modules.set(part, { modules: new Map(), functions: [] });
        at = at.modules.get(part);
      }
      at.functions.push([f, name]);
    });
    return root;
  }
  function total(node) {
    let [goals, covered] = [0, 0];
    for (const [f] of node.functions) { goals += sums[f][0]; covered += sums[f][1]; }
    for (const below of node.modules.values()) {
      const [g, c] = total(below);
      goals += g; covered += c;
    }
    node.sum = [goals, covered];
    return node.sum;
  }
  function bar([goals, covered]) {
    const inner = element('i');
    inner.style.width = `${goals ? 100 * covered / goals : 100}%`;
    return element('span', { className: 'bar', 'aria-hidden': 'true' }, inner);
  }
  function row(f, name) {
    const [goals, covered] = sums[f];
    const share = element('span', { className: `share ${covered === goals ? 'good' : 'bad'}` }, `${covered}/${goals}`);
    const made = element('button', { type: 'button', className: 'row', 'data-function': String(f) },
      element('span', { className: 'name' }, name), share);
    made.addEventListener('click', () => { location.hash = functionHash(f); nav.classList.remove('open'); });
    if (f === current.f) made.setAttribute('aria-current', 'true');
    return element('li', {}, made);
  }
  function branch(name, node, isOpen) {
    const made = element('details', { open: isOpen },
      element('summary', {}, `${name} `, element('span', { className: 'share faint' }, `${node.sum[1]}/${node.sum[0]}`), ' ', bar(node.sum)));
    node.element = made;
    node.fill = () => {
      if (node.isFilled) return;
      node.isFilled = true;
      for (const [below, child] of node.modules) made.append(branch(below, child, false));
      made.append(element('ul', {}, node.functions.map(([f, own]) => row(f, own))));
    };
    if (isOpen) node.fill();
    made.addEventListener('toggle', () => made.open && node.fill());
    return made;
  }
  const root = grow();
  total(root);
  function walk(node, visit) {
    for (const below of node.modules.values()) walk(below, visit);
    node.functions.forEach(([f]) => visit(f, node));
  }
  {
    order.length = 0;
    walk(root, f => order.push(f));
    listOpen();
  }
  const place = new Map();
  order.forEach((f, index) => place.set(f, index));
  const parents = new Map();
  (function adopt(node) {
    for (const below of node.modules.values()) { below.parent = node; adopt(below); }
    node.functions.forEach(([f]) => parents.set(f, node));
  })(root);

  const MOST_ROWS = 200;
  function drawTree() {
    const wanted = byId('filter').value.trim().toLowerCase();
    const tree = byId('tree');
    if (!wanted) {
      const few = functions.length <= 60;
      (function forget(node) { node.isFilled = false; node.element = null; node.modules.forEach(forget); })(root);
      tree.replaceChildren(...[...root.modules].map(([name, node]) => branch(name, node, few || root.modules.size === 1)));
      if (current.f !== null) reveal(current.f);
      return;
    }
    const found = order.filter(f => functions[f].path.toLowerCase().includes(wanted));
    const rows = found.slice(0, MOST_ROWS).map(f => row(f, functions[f].path));
    const more = found.length > MOST_ROWS ? `first ${MOST_ROWS} of ` : '';
    tree.replaceChildren(element('p', { className: 'faint' }, more + count(found.length, 'function')), element('ul', {}, rows));
  }
  /** Opens the modules above a function, and marks it. */
  function reveal(f) {
    for (const marked of nav.querySelectorAll('[aria-current]')) marked.removeAttribute('aria-current');
    if (f === null) return;
    const above = [];
    for (let node = parents.get(f); node && node !== root; node = node.parent) above.unshift(node);
    for (const node of above) {
      if (!node.element) break;
      node.element.open = true;
      node.fill();
    }
    const marked = nav.querySelector(`[data-function="${f}"]`);
    if (!marked) return;
    marked.setAttribute('aria-current', 'true');
    marked.scrollIntoView({ block: 'nearest' });
  }

  // ---- mutants

  const mutantsOfLine = new Map();
  for (const mutant of mutants) {
    const key = `${mutant.file}:${mutant.line}`;
    mutantsOfLine.set(key, [...(mutantsOfLine.get(key) || []), mutant]);
  }
  const isAlive = mutant => !mutant.tests.length;
  /** The mutants of a line: those alive, and folded the others with their tests. */
  function drawMutants(own) {
    const alive = own.filter(isAlive), noticed = own.filter(mutant => !isAlive(mutant));
    const name = mutant => element('code', {}, mutant.text);
    const by = mutant => {
      const names = mutant.tests.slice(0, MOST_TESTS).map(index => tests[index].name).join(', ');
      return ` by ${names}${mutant.tests.length > MOST_TESTS ? ', …' : ''}`;
    };
    return element('div', { className: 'mutants', role: 'group', 'aria-label': 'mutants' },
      alive.map(mutant => element('div', { className: 'bad' }, '✗ alive: ', name(mutant))),
      noticed.length ? element('details', {}, element('summary', {}, `${count(noticed.length, 'mutant')} noticed`),
        element('ul', {}, noticed.map(mutant => element('li', {}, name(mutant), by(mutant))))) : null);
  }
  /** The function with a line: the one that begins last before it. */
  function functionAt(file, line) {
    let found = null;
    functions.forEach((of, f) => {
      if (of.file === file && of.line <= line && (found === null || functions[found].line <= of.line)) found = f;
    });
    return found;
  }

  // ---- a function

  const current = { f: null, goal: null };
  function goalButton(goal) {
    const [f, c, o] = goal;
    const outcome = functions[f].conditions[c].outcomes[o];
    const means = {
      covered: () => `×${outcome.hits}`,
      uncovered: () => (outcome.distance === undefined ? 'never evaluated' : `best ${outcome.distance}`),
      'before-fault': () => 'only before a fault',
      infeasible: () => 'infeasible',
    }[outcome.status]();
    const sign = { covered: '✓', uncovered: '✗', 'before-fault': '!', infeasible: '∅' }[outcome.status];
    const made = element('button', { type: 'button', className: `goal ${outcome.status}`, 'data-goal': goal.join(' '), 'aria-pressed': 'false' },
      element('span', { 'aria-hidden': 'true' }, `${sign} `), `${outcome.means} ${means}`,
      element('span', { className: 'hidden' }, `, ${outcome.status}`));
    made.addEventListener('click', () => { location.hash = goalHash(goal); });
    return made;
  }
  /** The last line of a function: the first brace behind its last condition that is indented as its first line. */
  function lastLine(of, lines) {
    const own = of.conditions.filter(condition => condition.file === of.file).map(condition => condition.line);
    let last = Math.max(of.line, ...own);
    const indent = line => line.length - line.trimStart().length;
    let first = of.line;
    while (first < lines.length && /^\s*(#|\/\/)/.test(lines[first - 1])) first++;
    const depth = indent(lines[first - 1] || '');
    for (let line = last; line <= Math.min(lines.length, last + 300); line++) {
      const text = lines[line - 1];
      if (text.trimStart().startsWith('}') && indent(text) <= depth) return line;
      if (line === first && /[}]\s*$/.test(text)) return line;
    }
    return Math.min(lines.length, last + 2);
  }
  function statusClass(conditions) {
    const outcomes = conditions.flatMap(([condition]) => condition.outcomes).filter(isGoal);
    const covered = outcomes.filter(outcome => outcome.status === 'covered').length;
    return covered === outcomes.length ? 'all' : covered ? 'part' : 'none';
  }
  function goalsOfLine(f, conditions) {
    return conditions.map(([condition, c]) => element('div', { className: 'goals', role: 'group', 'aria-label': condition.text },
      element('span', {}, condition.text), [0, 1].map(o => goalButton([f, c, o]))));
  }
  function source(f) {
    const of = functions[f];
    const lines = data.files[of.file];
    const inFile = new Map(), elsewhere = [];
    of.conditions.forEach((condition, c) => {
      const isHere = lines && condition.file === of.file && condition.line >= of.line && condition.line <= lines.length;
      if (!isHere) elsewhere.push([condition, c]);
      else inFile.set(condition.line, [...(inFile.get(condition.line) || []), [condition, c]]);
    });
    const faults = new Set(findings.filter(finding => finding.file === of.file).map(finding => finding.line));
    const made = [];
    if (lines) {
      const all = element('div', { className: 'lines' });
      for (let line = of.line; line <= lastLine(of, lines); line++) {
        const own = inFile.get(line);
        const classes = ['l', own ? statusClass(own) : '', faults.has(line) ? 'fault' : ''].join(' ').trim();
        all.append(element('div', { className: classes },
          element('span', { className: 'no' }, String(line)), element('code', {}, lines[line - 1] || ' ')));
        if (own) all.append(...goalsOfLine(f, own));
        const mutated = mutantsOfLine.get(`${of.file}:${line}`);
        if (mutated) all.append(drawMutants(mutated));
      }
      made.push(element('div', { className: 'source', role: 'region', 'aria-label': 'source', tabIndex: 0 }, all));
    }
    if (elsewhere.length) {
      made.push(element('h3', {}, lines ? 'Conditions elsewhere' : 'Conditions'));
      elsewhere.forEach(([condition, c]) => made.push(element('p', { className: 'faint' }, `${condition.file}:${condition.line}:${condition.column}`),
        ...goalsOfLine(f, [[condition, c]])));
    }
    return made;
  }
  function drawFunction(f) {
    const of = functions[f];
    const [goals, covered] = sums[f];
    const facts = [`${of.file}:${of.line}`, `${covered} of ${count(goals, 'goal')} covered (${percent(covered, goals)})`];
    if (of.evaluations) facts.push(`${count(of.evaluations, 'evaluation')} in ${of.seconds.toFixed(1)} s`);
    if (of.checks[0]) facts.push(`${of.checks[1]} of ${count(of.checks[0], 'hidden check')} failed`);
    const own = findings.filter(finding => finding.function === f);
    main.replaceChildren(
      element('h2', {}, of.path),
      element('p', { className: 'faint' }, facts.join(' · ')),
      ...(of.not_searched ? [element('p', { className: 'some' }, `Not searched: ${of.not_searched}`)] : []),
      ...(of.flaky ? [element('p', { className: 'some' }, `Flaky: ${of.flaky}`)] : []),
      ...own.map(finding => element('p', { className: 'bad' }, '✖ ', element('a', { href: findingHash(finding) }, `${finding.kind}: ${finding.message}`))),
      ...source(f));
  }

  // ---- a goal

  function paste(command) {
    const copy = element('button', { type: 'button' }, 'copy');
    copy.addEventListener('click', () => {
      const done = () => { copy.textContent = 'copied'; tell('copied'); };
      if (navigator.clipboard) navigator.clipboard.writeText(command).then(done, () => {});
    });
    return element('div', { className: 'paste' }, element('pre', {}, command), copy);
  }
  const quoted = text => (/^[\w.\/:\-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const explain = (of, condition) =>
    `cargo sbst explain -p ${quoted(of.package)} ${quoted(`${condition.file}:${condition.line}`)}`;
  function showTest(index) {
    const test = tests[index];
    const covered = coveredBy(index);
    const links = covered.slice(0, 40).map(goal => {
      const [f, c, o] = goal;
      const condition = functions[f].conditions[c];
      return element('li', {}, element('a', { href: goalHash(goal) }, `${condition.file}:${condition.line} ${condition.text}: ${condition.outcomes[o].means}`));
    });
    return [
      element('h3', {}, `${test.name} `, element('span', { className: 'faint' }, `${test.file}:${test.line}`)),
      element('pre', { tabIndex: 0 }, test.source),
      ...(links.length ? [element('details', {}, element('summary', {}, `reaches ${count(covered.length, 'goal')}`), element('ul', {}, links))] : []),
    ];
  }
  function drawGoal(goal) {
    const [f, c, o] = goal;
    const of = functions[f], condition = of.conditions[c], outcome = condition.outcomes[o];
    const close = element('button', { type: 'button', 'aria-label': 'close' }, '×');
    close.style.float = 'right';
    close.addEventListener('click', () => { location.hash = functionHash(f); });
    const parts = [close, element('h2', {}, element('code', {}, condition.text), ` ${outcome.means}`),
      element('p', { className: 'faint' }, `${condition.file}:${condition.line}:${condition.column}`)];
    const say = (className, text) => parts.push(element('p', { className }, text));
    if (outcome.status === 'covered') {
      say('good', `Covered by ${count(outcome.hits, 'test')}.`);
      const own = outcome.tests || [];
      if (!own.length) say('faint', 'No written test is among them.');
      own.slice(0, MOST_TESTS).forEach(index => parts.push(...showTest(index)));
      if (own.length > MOST_TESTS) say('faint', `and ${own.length - MOST_TESTS} more`);
    } else if (outcome.status === 'infeasible') {
      say('faint', `No input reaches it, so it does not count: ${outcome.reason}.`);
    } else {
      if (outcome.status === 'before-fault') say('some', 'Only executions that end in a fault reach it, so no test can cover it.');
      else if (of.not_searched) say('bad', `The function was not searched, and tests of others do not reach it: ${of.not_searched}`);
      else if (outcome.distance === undefined) say('bad', 'Its condition was never evaluated: no execution reached it.');
      else say('bad', `Its condition was evaluated. The nearest execution was ${outcome.distance} away.`);
      if (outcome.tried) {
        const [first, ...sequences] = outcome.tried;
        parts.push(element('p', {}, first), element('ul', {}, sequences.map(line => element('li', {}, ...codes(line)))));
      }
      parts.push(element('h3', {}, 'Dependences'), paste(explain(of, condition)));
    }
    aside.replaceChildren(...parts);
    aside.hidden = false;
    aside.scrollTop = 0;
  }
  function select(goal) {
    for (const pressed of main.querySelectorAll('[aria-pressed="true"]')) pressed.setAttribute('aria-pressed', 'false');
    current.goal = goal;
    if (!goal) { aside.hidden = true; aside.replaceChildren(); return; }
    drawGoal(goal);
    const made = main.querySelector(`[data-goal="${goal.join(' ')}"]`);
    if (!made) return;
    made.setAttribute('aria-pressed', 'true');
    made.scrollIntoView({ block: 'center', inline: 'nearest' });
    made.focus({ preventScroll: true });
  }

  // ---- findings

  function drawFinding(finding) {
    const tags = [];
    if (finding.is_new) tags.push('new');
    if (finding.standing === 'accepted') tags.push('accepted');
    const link = finding.function === undefined
      ? element('span', {}, finding.path)
      : element('a', { href: functionHash(finding.function) }, finding.path);
    return element('section', { className: `finding ${finding.standing}`, id: `finding-${finding.fingerprint}`, tabIndex: -1, 'aria-label': finding.message },
      element('h3', {}, finding.message, tags.map(tag => element('span', { className: 'tag' }, tag))),
      element('p', { className: 'faint' }, finding.place ? `${finding.place} · ` : '', 'by ', link,
        finding.others.length ? ` and through ${count(finding.others.length, 'other function')}` : ''),
      element('pre', { tabIndex: 0 }, finding.call.join('\n')),
      ...(finding.test === undefined ? [] : showTest(finding.test)));
  }
  function drawFindings() {
    const kinds = new Map();
    for (const finding of findings) kinds.set(finding.kind, [...(kinds.get(finding.kind) || []), finding]);
    const parts = [element('h2', {}, 'Findings')];
    if (!findings.length) parts.push(element('p', {}, 'None.'));
    for (const [kind, own] of kinds) {
      parts.push(element('h3', {}, `${kind} (${own.length})`), ...own.map(drawFinding));
    }
    const folded = (totals.findings - findings.filter(finding => finding.kind !== 'explicit panic').length) + (totals.folded_findings || 0);
    if (folded > 0) parts.push(element('p', { className: 'faint' }, `${folded} more are counted and not shown.`));
    main.replaceChildren(...parts);
  }

  // ---- overview

  /** A curve through points, with the greatest values at its axes. */
  function chart(points, title, left, right, top) {
    const [width, height, margin] = [640, 170, 52];
    const mostX = Math.max(1e-9, ...points.map(([x]) => x)), mostY = Math.max(1e-9, top);
    const x = value => margin + (width - 2 * margin) * value / mostX;
    const y = value => height - margin + 12 - (height - margin - 6) * value / mostY;
    const path = points.map(([a, b], index) => `${index ? 'L' : 'M'}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join('');
    const label = (text, at, anchor, base) => drawn('text', { x: at, y: base, 'text-anchor': anchor }, text);
    return drawn('svg', { viewBox: `0 0 ${width} ${height + 6}`, role: 'img', 'aria-label': title },
      drawn('line', { class: 'axis', x1: margin, x2: width - margin, y1: y(0), y2: y(0) }),
      drawn('line', { class: 'axis', x1: margin, x2: width - margin, y1: y(mostY), y2: y(mostY) }),
      drawn('path', { class: 'curve', d: path }),
      ...(points.length <= 60 ? points.map(([a, b]) => drawn('circle', { class: 'dot', cx: x(a), cy: y(b), r: 2.5 })) : []),
      label(String(top), margin - 5, 'end', y(mostY) + 4), label('0', margin - 5, 'end', y(0) + 4),
      label(left, margin, 'start', height + 2), label(right, width - margin, 'end', height + 2));
  }
  function thisRun() {
    const at = functions.flatMap(of => of.covered_at).sort((a, b) => a - b);
    if (!at.length) return [];
    const logarithm = value => Math.log10(1 + value);
    const step = Math.max(1, Math.floor(at.length / 400));
    const points = [[0, 0]];
    at.forEach((evaluation, index) => {
      if (index % step === 0 || index === at.length - 1) points.push([logarithm(evaluation), index + 1]);
    });
    const last = Math.max(...functions.map(of => of.evaluations), 1);
    points.push([logarithm(last), at.length]);
    return [element('h3', {}, 'This run: goals first covered by their own search, over its evaluations'),
      chart(points, `${at.length} goals covered over evaluations`, '1 evaluation', `${last.toLocaleString('en')} evaluations (logarithmic)`, Math.max(totals.goals, at.length))];
  }
  function history() {
    const ended = data.runs.filter(run => run.totals);
    if (!ended.length) return [];
    const share = run => (run.totals.goals ? 100 * run.totals.covered / run.totals.goals : 100);
    const rows = ended.slice(-30).reverse().map(run => element('tr', {},
      element('td', {}, run.began), element('td', { className: 'number' }, `${run.totals.covered}/${run.totals.goals}`),
      element('td', { className: 'number' }, `${share(run).toFixed(1)} %`), element('td', { className: 'number' }, String(run.totals.findings)),
      element('td', { className: 'number' }, String(run.totals.tests)), element('td', { className: 'number' }, `${run.totals.elapsed_seconds.toFixed(0)} s`)));
    const head = ['began', 'covered', 'share', 'findings', 'tests', 'time'].map((text, index) =>
      element('th', { scope: 'col', className: index ? 'number' : '' }, text));
    return [element('h3', {}, 'All runs in this target directory: covered goals in percent'),
      ...(ended.length > 1 ? [chart(ended.map((run, index) => [index, share(run)]), 'share of covered goals, run by run', ended[0].began, ended[ended.length - 1].began, 100)] : []),
      element('div', { className: 'wide', role: 'region', 'aria-label': 'runs', tabIndex: 0 },
        element('table', {}, element('thead', {}, element('tr', {}, head)), element('tbody', {}, rows)))];
  }
  const MOST_LEFT = 15;
  function drawOverview() {
    const card = (value, noun, className) => element('div', { className: 'card' }, element('b', { className: className || '' }, value), noun);
    const left = order.filter(f => sums[f][0] > sums[f][1]).sort((a, b) => (sums[b][0] - sums[b][1]) - (sums[a][0] - sums[a][1]));
    const rows = left.slice(0, MOST_LEFT).map(f => element('tr', {},
      element('td', {}, element('a', { href: functionHash(f) }, functions[f].path)),
      element('td', { className: 'number' }, String(sums[f][0] - sums[f][1])),
      element('td', {}, functions[f].not_searched ? `not searched: ${functions[f].not_searched}` : '')));
    const head = [element('th', { scope: 'col' }, 'function'), element('th', { scope: 'col', className: 'number' }, 'left'), element('td', {}, '')];
    const alive = mutants.filter(isAlive);
    const aliveHead = ['place', 'change'].map(text => element('th', { scope: 'col' }, text));
    const aliveRow = mutant => {
      const f = functionAt(mutant.file, mutant.line);
      const at = `${mutant.file}:${mutant.line}`;
      return element('tr', {}, element('td', {}, f === null ? at : element('a', { href: functionHash(f) }, at)),
        element('td', {}, element('code', {}, mutant.text)));
    };
    main.replaceChildren(element('h2', {}, 'Overview'),
      element('div', { className: 'cards' },
        card(percent(totals.covered, totals.goals), `${totals.covered.toLocaleString('en')} of ${count(totals.goals, 'goal')} covered`),
        ...(totals.boundaries ? [card(percent(totals.met_boundaries || 0, totals.boundaries), `boundaries ${totals.met_boundaries || 0} of ${totals.boundaries}`)] : []),
        ...(mutants.length ? [card(percent(mutants.length - alive.length, mutants.length), `of ${count(mutants.length, 'mutant')} noticed`)] : []),
        card(String(totals.findings), totals.findings === 1 ? 'finding' : 'findings', totals.findings ? 'bad' : 'good'),
        card(totals.tests.toLocaleString('en'), 'tests'), card(functions.length.toLocaleString('en'), 'functions'),
        card(`${totals.elapsed_seconds.toFixed(1)} s`, `seed ${totals.seed}`)),
      ...(rows.length ? [element('h3', {}, left.length > MOST_LEFT ? `The ${MOST_LEFT} functions with most goals left, of ${left.length}` : 'Functions with goals left'),
        element('div', { className: 'wide', role: 'region', 'aria-label': 'functions with goals left', tabIndex: 0 },
          element('table', {}, element('thead', {}, element('tr', {}, head)), element('tbody', {}, rows)))] : []),
      ...(alive.length ? [element('h3', {}, alive.length > MOST_LEFT ? `The first ${MOST_LEFT} mutants alive, of ${alive.length}` : 'Mutants alive'),
        element('div', { className: 'wide', role: 'region', 'aria-label': 'mutants alive', tabIndex: 0 },
          element('table', {}, element('thead', {}, element('tr', {}, aliveHead)), element('tbody', {}, alive.slice(0, MOST_LEFT).map(aliveRow))))] : []),
      ...thisRun(), ...history());
  }

  // ---- where we are

  function tell(text) { byId('told').textContent = text; }
  function show(f, view) {
    current.f = f;
    reveal(f);
    if (view) byId(`view-${view}`).setAttribute('aria-current', 'true');
  }
  function go() {
    const parts = location.hash.slice(1).split('/').map(part => { try { return decodeURIComponent(part); } catch { return part; } });
    const f = named.get(parts[1]);
    if ((parts[0] === 'function' || parts[0] === 'goal') && f !== undefined) {
      if (current.f !== f) { drawFunction(f); scrollTo(0, 0); }
      show(f);
      const goal = [f, Number(parts[2]), parts[3] === 'true' ? 0 : 1];
      select(parts[0] === 'goal' && functions[f].conditions[goal[1]] ? goal : null);
      return;
    }
    select(null);
    if (parts[0] === 'findings' || parts[0] === 'finding') {
      drawFindings();
      show(null, 'findings');
      const wanted = parts[0] === 'finding' && byId(`finding-${parts[1]}`);
      if (wanted) { wanted.scrollIntoView(); wanted.focus(); } else scrollTo(0, 0);
    } else {
      drawOverview();
      show(null, 'overview');
    }
  }
  function step(list, by, at) {
    if (!list.length) return null;
    return list[(at + by + list.length) % list.length];
  }
  /** The next or previous uncovered goal, seen from where we are. */
  function toGoal(by) {
    if (!open.length) { tell('every goal is covered'); return; }
    const here = current.goal || [current.f, by > 0 ? -1 : Infinity, 0];
    const rank = goal => [goal[0] === null ? -1 : place.get(goal[0]), goal[1], goal[2]];
    const compare = (a, b) => { const [x, y] = [rank(a), rank(b)]; return x[0] - y[0] || x[1] - y[1] || x[2] - y[2]; };
    const goal = by > 0
      ? open.find(other => compare(other, here) > 0) || open[0]
      : open.findLast(other => compare(other, here) < 0) || open[open.length - 1];
    location.hash = goalHash(goal);
    const outcome = functions[goal[0]].conditions[goal[1]];
    tell(`${functions[goal[0]].path}, ${outcome.text} ${outcome.outcomes[goal[2]].means}: not covered`);
  }
  function toFunction(by) {
    const f = step(order, by, current.f === null ? (by > 0 ? -1 : 0) : place.get(current.f));
    if (f !== null) location.hash = functionHash(f);
  }

  // ---- light and dark

  const dark = matchMedia('(prefers-color-scheme: dark)');
  let chosen = null;
  try { chosen = localStorage.getItem('sbst-theme'); } catch { /* a page without storage */ }
  const setTheme = () => { document.documentElement.dataset.theme = chosen || (dark.matches ? 'dark' : 'light'); };
  dark.addEventListener('change', setTheme);
  setTheme();
  function changeTheme() {
    chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    try { localStorage.setItem('sbst-theme', chosen); } catch { /* a page without storage */ }
    setTheme();
  }

  // ---- keys

  const help = () => byId('keys').showModal();
  function toFilter() { nav.classList.add('open'); byId('filter').focus(); byId('filter').select(); }
  function escape() {
    if (current.goal) location.hash = functionHash(current.f);
    nav.classList.remove('open');
  }
  const actions = {
    n: () => toGoal(1), p: () => toGoal(-1), j: () => toFunction(1), k: () => toFunction(-1),
    o: () => { location.hash = '#overview'; }, f: () => { location.hash = '#findings'; },
    t: changeTheme, '/': toFilter, '?': help, Escape: escape,
  };
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('keys').open) return;
    if (event.target.matches('input')) {
      if (event.key === 'Escape') { event.target.value = ''; drawTree(); main.focus(); nav.classList.remove('open'); }
      if (event.key === 'Enter') nav.querySelector('#tree [data-function]')?.click();
      return;
    }
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });
  byId('filter').addEventListener('input', drawTree);
  byId('next').addEventListener('click', actions.n);
  byId('previous').addEventListener('click', actions.p);
  byId('theme').addEventListener('click', changeTheme);
  byId('help').addEventListener('click', help);
  byId('to-filter').addEventListener('click', () => (nav.classList.contains('open') ? nav.classList.remove('open') : toFilter()));
  byId('view-overview').addEventListener('click', () => { location.hash = '#overview'; nav.classList.remove('open'); });
  byId('view-findings').addEventListener('click', () => { location.hash = '#findings'; nav.classList.remove('open'); });
  byId('skip').addEventListener('click', event => { event.preventDefault(); main.focus(); });
  addEventListener('hashchange', go);

  byId('summary').textContent = `${totals.covered.toLocaleString('en')} of ${count(totals.goals, 'goal')} covered · ${count(totals.findings, 'finding')}`;
  byId('view-findings').textContent = `Findings (${findings.length})`;
  drawTree();
  go();
})();
