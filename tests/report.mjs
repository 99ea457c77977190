// Opens a report in headless Chromium: no error in the console, no violation of axe-core's rules,
// the keys work, and nothing is wider than a telephone. Pictures are written beside the report.
//
//   node tests/report.mjs REPORT.html      with puppeteer-core and axe-core in NODE_PATH
//
// Ends with 0 and says so if there is no Chromium or no puppeteer-core.
import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const require = createRequire(`${process.env.NODE_PATH ?? process.cwd()}/`);
const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(path => path && existsSync(path));
let puppeteer;
try {
  puppeteer = require('puppeteer-core');
} catch { /* told below */ }
if (!executablePath || !puppeteer) {
  console.log(`skipped: there is no ${executablePath ? 'puppeteer-core' : 'Chromium'}`);
  process.exit(0);
}
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const report = resolve(process.argv[2]);
const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const faults = [];
const expect = (holds, what) => holds || faults.push(what);
const pause = () => new Promise(done => setTimeout(done, 250));

for (const [scheme, width] of [['light', 1440], ['dark', 1440], ['light', 390], ['dark', 390]]) {
  const page = await browser.newPage();
  page.on('console', message => message.type() === 'error' && faults.push(`console: ${message.text()}`));
  page.on('pageerror', error => faults.push(`page: ${error.message}`));
  page.on('request', request => /^(file|data):/.test(request.url()) || faults.push(`request: ${request.url()}`));
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  const began = Date.now();
  await page.goto(`file://${report}`);
  if (scheme === 'light' && width > 400) console.log(`opened in ${Date.now() - began} ms`);
  for (const [view, keys] of [['overview', []], ['goal', ['n']], ['covered', []], ['findings', ['f']]]) {
    for (const key of keys) await page.keyboard.press(key);
    if (view === 'covered') await page.evaluate(() => document.querySelector('.goal.covered')?.click());
    await pause();
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    for (const violation of violations) {
      faults.push(`axe, ${scheme} ${width} ${view}: ${violation.id}: ${violation.nodes.map(node => node.html.slice(0, 150)).slice(0, 3).join(' | ')}`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide <= 0, `${view} is ${wide} pixels too wide at ${width}`);
    await page.screenshot({ path: `${report}.${view}-${scheme}-${width}.png` });
  }
  await page.keyboard.press('j');
  await pause();
  const function_ = await page.evaluate(() => location.hash);
  expect(function_.startsWith('#function/'), `j goes to a function, not ${function_}`);
  await page.keyboard.press('/');
  expect(await page.evaluate(() => document.activeElement.id === 'filter'), '/ goes to the filter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  expect(await page.evaluate(() => document.getElementById('keys').open), '? opens the help');
  await page.keyboard.press('Escape');
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.keyboard.press('t');
  const after = await page.evaluate(() => document.documentElement.dataset.theme);
  expect(before === scheme && after !== scheme, `the theme goes from ${before} to ${after}`);
  await page.close();
}
await browser.close();
faults.forEach(fault => console.log(fault));
console.log(`${faults.length ? 'failed' : 'passed'}: ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
