import { describe, expect, it } from 'vitest';
import type { ChangeGroup, ChangeMember, HistoryCell, HistoryEvent } from '../../../reports/site/src/data/history-files.ts';
import { unknownMetric } from '../../../reports/site/src/data/metric.ts';
import { FileProblem } from '../../../reports/site/src/data/run-document.ts';
import { type Asked, answer, lookedText } from '../../../reports/site/src/views/answer.ts';
import { membersLeft } from '../../../reports/site/src/views/standing-steps.ts';
import { askedOf, cells, change, latestOf, member, times } from './asked.ts';
import { metrics } from './samples.ts';

/** The answer, its remarks as text. */
const answerTo = (asked: Asked) => ({ ...answer(asked), more: answer(asked).more.map(remark => remark.text) });

const said = (
  references: readonly (number | null | undefined)[],
  changes: readonly ChangeGroup[] = [],
  events: readonly HistoryEvent[] = [],
) => answerTo(askedOf(references, { changes, events }));

const none = (runs: number, day: string) =>
  `no change for the worse in the newest ${runs} runs, up to ${day}; the last two cannot be judged yet.`;

describe('the answer to "is it getting slower?"', () => {
  it('is not known where no run measured a reference, and says how to pin one', () => {
    for (const reference of [null, undefined]) {
      const { verdict, text, lacksReference } = said(times(30, reference));
      expect([verdict, lacksReference]).toEqual(['unknown', true]);
      expect(text).toContain('no reference was measured in the newest 30 runs');
      expect(text).toContain('crank/reference.yml');
      expect(text).toContain('“reference: { commit: … }”, all 40 digits of a commit, into crank/perfmatrix.yml');
    }
  });

  it('says before there are enough runs that a reference is missing, so that none of them is lost', () => {
    for (const [runs, words] of [
      [1, 'one run is'],
      [5, '5 runs are'],
    ] as const) {
      const few = `${words} too few to tell a change from noise`;
      expect(said(times(runs, 0)).text).toBe(`${few}.`);
      const { text, lacksReference } = said(times(runs, null));
      expect(lacksReference).toBe(true);
      expect(text).toContain(`${few}, and without a reference more will not tell either. Write `);
    }
    expect([times(5, 0), [null, null, 0], []].map(each => said(each).lacksReference)).toEqual([false, false, false]);
  });

  it('is of benchmarks what it is of applications: they have a reference beside them as well', () => {
    const catalogue = { cells, metrics: [unknownMetric('meanTime'), unknownMetric('allocatedPerOperation')] };
    const of = (reference: number | null) => answerTo(askedOf(times(30, reference), { catalogue }));
    expect([of(null).verdict, of(0).verdict]).toEqual(['unknown', 'no']);
    expect(of(null).text).toContain('crank/reference.yml');
  });

  it('is not known when the newest runs lost their reference', () => {
    const { verdict, text } = said([...times(30, 0), ...times(11, null)]);
    expect([verdict, text.includes('the newest 11 runs measured no reference')]).toEqual(['unknown', true]);
  });

  it('is not known from fewer runs with a reference than a step needs', () => {
    expect(said([...times(30, null), 0]).text).toBe('only one run measured a reference yet, too few to tell a change from noise.');
    expect(said([...times(30, null), ...times(10, 0)]).verdict).toBe('unknown');
  });

  it('is not known when the list of runs is not there, and names the file that is missing', () =>
    expect(answerTo(askedOf(times(30, 0), { newest: [], unread: [new FileProblem('index/0.json', 'not found')] }))).toMatchObject({
      verdict: 'unknown',
      text: 'index/0.json could not be read, so a change may be unseen.',
    }));

  it('counts the runs that there are where one of the newest cannot be read', () => {
    const asked = askedOf(times(120, 0));
    const newest = asked.newest.filter(({ sequence }) => sequence !== 70);
    const index = { ...asked.index, runs: 119, newest: newest.at(-1) } as Asked['index'];
    expect(answerTo({ ...asked, index, newest }).text).toBe(none(99, '2026-04-30'));
  });

  it('is no where the newest runs have ratios without a step, also when one of them has none', () => {
    expect(said([...times(29, 0), null])).toMatchObject({
      verdict: 'no',
      text: none(30, '2026-01-30'),
      more: [],
    });
    expect(said([...times(30, null), ...times(11, 1)]).verdict).toBe('no');
  });

  it('names the days at which a step would not have been found: beside its no among its runs, beside a step since then', () => {
    const event = (sequence: number, kind: string, from: string | null = 'before') => ({ sequence, kind, subject: '', from, to: 'after' });
    const blind = (...events: readonly HistoryEvent[]) => said(times(150, 0), [], events);
    const hidden = 'would not have been found; one within nine runs after that may not have been.';
    expect(blind(event(120, 'reference'))).toMatchObject({
      verdict: 'no',
      more: [`A change on 2026-05-01 (new reference) ${hidden}`],
    });
    expect(blind(event(60, 'cpu'), event(120, 'reference'), event(120, 'cpu')).more).toEqual([
      `A change on 2026-03-02 (new CPU model) or 2026-05-01 (new reference, new CPU model) ${hidden}`,
    ]);
    for (const [kind, word] of [
      ['cores', 'new core count'],
      ['driver', 'new driver'],
    ] as const)
      expect(blind(event(120, kind)).more).toEqual([`A change on 2026-05-01 (${word}) ${hidden}`]);
    // What the first run of all began with, what came before these runs, and what hides no step.
    expect(blind(event(120, 'reference', null), event(49, 'cpu'), event(120, 'sdk')).more).toEqual([]);
    const since = said(times(150, 0), [change(130)], [event(120, 'cpu'), event(130, 'driver'), event(140, 'cores')]);
    expect([since.verdict, since.more.at(-1)]).toEqual(['yes', `A change on 2026-05-21 (new core count) ${hidden}`]);
  });

  it('is yes where a step is marked, whatever was measured since', () =>
    expect(said([...times(30, 0), ...times(9, null)], [change(20)]).verdict).toBe('yes'));

  it('is not known where a scenario fails in every cell, and says beside a no or a yes which cells fail', () => {
    const askedWith = (failed: readonly number[], changes: readonly ChangeGroup[] = [], last = 149) => {
      const status = (i: number) => ({ status: failed.includes(i) ? 'failed' : 'measured', last: failed.includes(i) ? last : 149 });
      const catalogue = { cells: cells.map((cell, i) => ({ ...cell, ...status(i) })) as readonly HistoryCell[], metrics };
      return askedOf(times(150, 0), { catalogue, changes });
    };
    const of = (...given: Parameters<typeof askedWith>) => answerTo(askedWith(...given));
    const hello = [0, 3];
    expect(of(hello)).toMatchObject({ verdict: 'unknown', more: ['Failed last time, so not known: both cells of hello.'] });
    expect(of(hello).text).toMatch(/^nothing of hello was measured last time; otherwise no change for the worse in the newest 100 runs/);
    expect(of([0, 1, 3, 4]).text).toMatch(/^nothing of hello and values was measured last time; /);
    expect(of([0])).toMatchObject({ verdict: 'no', more: ['Failed last time, so not known: hello/net8.0/server/2c.'] });
    expect(of([0]).text).toMatch(/^no change for the worse/);
    const worse = of(hello, [change(130, [member(1)])]);
    expect([worse.verdict, worse.more.at(-1)]).toEqual(['yes', 'Failed last time, so not known: both cells of hello.']);
    // The run that has the reasons.
    expect(answer(askedWith(hello, [], 147)).more[0]?.run).toBe('run-147');
    // What no run plans any more is gone.
    expect(of(hello, [], 49)).toMatchObject({ verdict: 'no', more: [] });
  });

  it.each(['changes.json', 'catalogue.json', 'events.json', 'latest.json', 'index/0.json'])(
    'is not known while %s could not be read, and names it, also beside a step that stands',
    file => {
      const unread = [new FileProblem(file, 'damaged')];
      const unseen = `${file} could not be read, so a change may be unseen.`;
      const quiet = answerTo(askedOf(times(30, 0), { unread }));
      expect([quiet.verdict, quiet.text]).toEqual(['unknown', unseen]);
      const step = answerTo(askedOf(times(30, 0), { unread, changes: [change(20)] }));
      expect([step.verdict, step.more.at(-1)]).toEqual(['yes', unseen]);
    },
  );

  describe('where cells cannot hold a step', () => {
    const values = [1, 4];
    const except = (some: readonly number[]) => cells.map((_, i) => (some.includes(i) ? null : 100));
    const of = (latest: Asked['latest'], changes: readonly ChangeGroup[] = [], last = 149) => {
      const ended = (i: number) => (values.includes(i) ? last : 149);
      const measured = cells.map((cell, i) => ({ ...cell, status: 'measured', last: ended(i) })) as readonly HistoryCell[];
      return answerTo(askedOf(times(150, 0), { catalogue: { cells: measured, metrics }, changes, latest }));
    };
    const few = latestOf(except(values), except([]));

    it('names those without a reference, of which more runs tell no more, and answers for the rest', () => {
      expect(of(latestOf(except([])))).toMatchObject({ verdict: 'no', more: [] });
      expect(of(latestOf(except(values)))).toMatchObject({
        verdict: 'no',
        text: none(100, '2026-05-30'),
        more: ['Not judged: values (measured without a reference).'],
      });
      expect(of(latestOf(except([1]))).more).toEqual(['Not judged: values/net8.0/server/2c (measured without a reference).']);
      expect(of(latestOf(except([1, 2, 4, 5]))).more).toEqual(['Not judged: values, post (measured without a reference).']);
      expect(of(latestOf(except(values)), [change(130, [member(0)])])).toMatchObject({
        verdict: 'yes',
        more: [expect.stringMatching(/^Sure/), 'Not judged: values (measured without a reference).'],
      });
    });

    it('tells those without a reference from those whose reference no run links to the one before', () => {
      const measured = cells.map(cell => ({ ...cell, status: 'measured', last: 149 })) as readonly HistoryCell[];
      const { throughput } = latestOf(except([4]), except(values)).metrics;
      const latest = { metrics: { throughput: { ...throughput, unlinked: [1] } } } as unknown as Asked['latest'];
      const { more } = answer(askedOf(times(150, 0), { catalogue: { cells: measured, metrics }, latest }));
      expect(more.map(({ text, lacksReference = false, lacksLink = false }) => [text, lacksReference, lacksLink])).toEqual([
        ['Not judged: values/net10.0/server/2c (measured without a reference).', true, false],
        ['Not judged: values/net8.0/server/2c (measured with a reference that no run links to the one before).', false, true],
      ]);
    });

    it('is not known while a whole scenario has too few runs, as long as it is measured', () => {
      expect(of(few)).toMatchObject({ verdict: 'unknown', more: ['Not judged: values (too few runs with a reference yet).'] });
      expect(of(few).text).toMatch(/^nothing of values can be judged yet; otherwise no change for the worse in the newest 100 runs/);
      expect(of(latestOf(except([1]), except([])))).toMatchObject({
        verdict: 'no',
        more: ['Not judged: values/net8.0/server/2c (too few runs with a reference yet).'],
      });
      expect([of(few, [], 139).verdict, of(few, [], 138).verdict]).toEqual(['unknown', 'no']);
    });

    it('knows that a series in which a step was found lately is judged', () => {
      const better = [change(120, [member(1, 4), member(4, 5)])];
      expect(of(few, better)).toMatchObject({ verdict: 'no', more: ['In the newest 100 runs also: 1 change for the better.'] });
      expect(of(few, [change(80, [member(1, 4), member(4, 5)])]).verdict).toBe('unknown');
      // Not where it has lost its reference since.
      expect(of(latestOf(except(values)), better).more[0]).toBe('Not judged: values (measured without a reference).');
      // Of a drift the newest step of each series counts.
      const drift = (sequence: number) => ({
        ...change(80, []),
        until: 120,
        members: [member(1, 4), member(4, 5)].map(each => ({ ...each, sequence })),
      });
      expect([of(few, [drift(90)]).verdict, of(few, [drift(89)]).verdict]).toEqual(['no', 'unknown']);
    });

    it('is not known where no cell can be judged', () =>
      expect(of(latestOf(times(cells.length, null)))).toMatchObject({
        verdict: 'unknown',
        text: expect.stringMatching(/^nothing of 3 scenarios can be judged yet; otherwise/),
        more: ['Not judged: hello, values, post (measured without a reference).'],
      }));
  });

  it('says that a step was found in two runs only where nothing else can have confirmed it', () => {
    const sure = (...changes: readonly ChangeGroup[]) => said(times(50, 0), changes).more[0];
    const size = ', about 6 times the noise from run to run.';
    expect(sure(change(20))).toBe(`Sure: found in two runs in a row${size}`);
    const three = change(20, [member(0), member(1), member(2)]);
    expect(sure(three, change(30, [member(0, 5.4), member(1, 5.4)]))).toBe(`Sure: found in 3 cells at once, of which one is left${size}`);
    const joined = change(20, [member(0), member(1, 9, 'peakRss'), member(2, 9, 'peakRss')]);
    expect(sure(joined)).toBe(`Sure: chance does not explain it${size}`);
  });

  it('says of series that joined a step many runs later only that it was found in them', () => {
    const step = change(20, [member(0), member(3)]);
    const joined = (sequence: number) => step.members.map((each, i) => (i === 0 ? each : { ...each, sequence }));
    const sure = (sequence: number) => said(times(50, 0), [{ ...step, members: joined(sequence) }]).more[0];
    expect(sure(28)).toContain('Very sure: found in 2 cells at once; ');
    expect(sure(29)).toContain('Very sure: found in 2 cells; ');
    const left = [{ ...step, members: joined(29) }, change(40, [member(0, 5.4)])];
    expect(said(times(50, 0), left).more[0]).toContain('Sure: found in 2 cells, of which one is left');
  });

  describe('where nothing was measured for long', () => {
    const after = (days: number, more: Partial<Asked> = {}) => {
      const asked = askedOf(times(30, 0));
      return answer({ ...asked, now: asked.now + (days - 1) * 86_400_000, ...more });
    };
    const said = 'Nothing was measured for 33 days.';

    it('is not known any more, and says for how long', () => {
      expect([after(7).verdict, after(8).verdict]).toEqual(['no', 'unknown']);
      expect(after(33)).toMatchObject({
        verdict: 'unknown',
        text: `nothing was measured for 33 days; until then ${none(30, '2026-01-30')}`,
        more: [],
        lacksRuns: true,
      });
      expect(after(7).lacksRuns).toBe(false);
    });

    it('is not known for other reasons as well, which stand beside it', () => {
      const failed = cells.map((cell, i) => ({ ...cell, status: i % 3 === 0 ? 'failed' : 'measured', last: 29 }));
      expect(after(33, { catalogue: { cells: failed as readonly HistoryCell[], metrics } }).text).toBe(
        `nothing was measured for 33 days; nothing of hello was measured last time; otherwise ${none(30, '2026-01-30')}`,
      );
      const { newest } = askedOf(times(30, null));
      expect(after(33, { newest })).toMatchObject({ verdict: 'unknown', more: [{ text: said, lacksRuns: true }] });
    });

    it('is yes where a step stands, and says so first beside it', () =>
      expect(after(33, { changes: [change(20)] })).toMatchObject({
        verdict: 'yes',
        more: [{ text: said, lacksRuns: true }, { text: expect.stringMatching(/^Sure: /) }],
      }));

    it('is what it is for a demo, which is always old', () => {
      const { index } = askedOf(times(30, 0));
      expect(after(33, { index: { ...index, generated: true } }).verdict).toBe('no');
    });

    it('knows of the newest run also where its list could not be read', () => {
      const { index, newest } = askedOf(times(30, 0));
      const lost = { newest: newest.slice(0, 10), unread: [new FileProblem('index/1.json', 'not found')] };
      const more = (days: number) => after(days, { ...lost, index: { ...index, newest: newest.at(-1) ?? null } }).more;
      expect([more(2), more(33).map(({ text }) => text)]).toEqual([[], [said]]);
    });
  });

  it('looks at the newest hundred runs only', () =>
    expect(said([...times(100, 0), ...times(100, null)]).text).toContain('no reference was measured in the newest 100 runs'));

  it('says what got slower, where, since when and how sure', () => {
    const one = said(times(50, 0), [change(20)]);
    expect(one.text).toBe('Throughput −5.2 % in hello/net8.0/server/2c since the run of 2026-11-20.');
    expect(one.more).toEqual(['Sure: found in two runs in a row, about 6 times the noise from run to run.']);

    const many = said(times(50, 0), [change(20, [member(0, -4), member(3, -6), member(0, 9, 'peakRss')])]);
    expect(many.text).toBe('Throughput typically −5.0 %, from −4.0 to −6.0 %, in both cells of hello since the run of 2026-11-20.');
    expect(many.more).toEqual([
      'Very sure: found in 2 cells at once; −5.0 % is their median, about 6 times the noise from run to run.',
      'Worse since then, too: Peak RSS +9.0 % (1 cell).',
    ]);
    // Behind the last sentence on it stands where to look.
    const step = change(20, [member(0, -4), member(0, 9, 'peakRss')]);
    const ways = (changes: readonly ChangeGroup[]) => answer(askedOf(times(50, 0), { changes })).more.map(each => each.change?.run);
    expect([ways([change(20)]), ways([step])]).toEqual([['run-20'], [undefined, 'run-20']]);
  });

  it('has the interval of a typical cell, says whether all cells changed, and counts only what still stands', () => {
    const sized = (cell: number, lowPercent: number | null, highPercent: number | null) => ({
      ...member(cell, -5),
      lowPercent,
      highPercent,
    });
    const three = [sized(0, -6, -4), sized(1, -7, -3.5), sized(2, -6.5, -3)];
    const of = (...members: readonly ChangeMember[]) => said(times(50, 0), [change(20, members)]);
    expect(of(sized(0, -6, -4)).text).toMatch(/^Throughput −5\.0 % \(95 % interval −6\.0 to −4\.0 %\) in hello\/net8\.0/);
    expect(of(...three).text).toMatch(/^Throughput −5\.0 % in all 3 cells of 3 scenarios, net8\.0 since/);
    expect(of(...three).more[0]).toContain('−5.0 % is their median (95 % interval of a typical cell −6.5 to −3.5 %), about 6 times');
    expect(of(sized(0, -6, -4), sized(1, null, null)).more[0]).not.toContain('interval');
    expect(of(sized(0, -6, -4), sized(3, -6, -4), sized(1, -6, -4)).text).toContain('in 3 cells of hello and values since');
    const left = said(times(50, 0), [change(20, three), change(30, [member(0, 5.4)])]);
    expect([left.text.includes('both cells'), left.more[0]?.startsWith('Very sure: found in 2 cells at once')]).toEqual([true, true]);
  });

  it('names what the changed cells share, and the run where there is no commit', () => {
    const ofRuntime = said(times(50, 0), [change(20, [member(3), member(4), member(5)], null)]);
    expect(ofRuntime.text).toBe('Throughput −5.2 % in all 3 cells of 3 scenarios, net10.0 since the run of 2026-11-20, run run-20.');
    expect(said(times(50, 0), [change(20, [member(0, 12, 'peakRss')])]).text).toMatch(/^Peak RSS \+12\.0 % in hello/);
  });

  it('does not count a step that was taken back in every series, and says so', () => {
    const back = said(times(50, 0), [change(20), change(30, [member(0, 5.4)])]);
    expect([back.verdict, back.text]).toEqual(['no', none(50, '2026-02-19')]);
    expect(back.more).toEqual(['In the newest 50 runs also: 1 change for the worse that was taken back, 1 change for the better.']);

    const half = said(times(50, 0), [change(20, [member(0), member(1)]), change(30, [member(0, 5.4)])]);
    expect(half.text).toContain('in values/net8.0/server/2c since');

    const again = membersLeft([change(20), change(30, [member(0, 5.4)]), change(40)]);
    expect([...again.values()].map(left => left.length)).toEqual([0, 0, 1]);
  });

  it('takes a step to nothing, which has no log ratio, for one that can be taken back, as the alerts do', () => {
    const nothing = change(20, [member(0, -100)]);
    expect(said(times(50, 0), [nothing]).verdict).toBe('yes');
    expect(said(times(50, 0), [nothing, change(30, [member(0, 900)])]).verdict).toBe('yes');
    expect(said(times(50, 0), [nothing, change(30, [member(0, 1e6)])]).verdict).toBe('no');
  });

  it('says of a step that is older than the runs it looks at that it still stands, once it was not taken back', () => {
    const old = said(times(150, 0), [change(20)]);
    expect([old.verdict, old.text]).toEqual(['no', none(100, '2026-05-30')]);
    expect(old.more).toEqual([
      'A change before them still stands: Throughput −5.2 % in hello/net8.0/server/2c since the run of 2026-11-20, commit 01234567.',
    ]);
    expect(answer(askedOf(times(150, 0), { changes: [change(20)] })).more[0]?.change?.run).toBe('run-20');
    expect(said(times(150, 0), [change(20), change(30, [member(0, 5.4)])]).more).toEqual([]);
    // Also beside a newer one that people have settled.
    const settled = said(times(150, 0), [change(20), { ...change(130, [member(1)]), label: 'wanted' }]);
    expect([settled.verdict, settled.text.endsWith(', labelled wanted.'), settled.more.at(-1)]).toEqual(['settled', true, old.more[0]]);
  });

  it('counts the older steps that stand besides, and says since when, whatever it is about', () => {
    const on = (sequence: number, day: string, more: object = {}) => ({
      ...change(sequence, [member(1)]),
      startedAt: `${day}T03:00:00Z`,
      ...more,
    });
    const [first, second] = [on(20, '2026-01-21'), on(30, '2026-01-31')];
    const besides = (...changes: readonly ChangeGroup[]) => said(times(150, 0), changes).more.slice(1);
    expect(besides(first, second, change(130))).toEqual([
      '2 changes for the worse before the newest 100 runs still stand, the oldest since 2026-01-21.',
    ]);
    expect(besides(second, change(130))).toEqual(['1 change for the worse before the newest 100 runs still stands, since 2026-01-31.']);
    // The newest of them is told of where no newer one stands.
    expect(besides(first, second)).toEqual(['1 change for the worse before the newest 100 runs still stands, since 2026-01-21.']);
    // None that was taken back, or that people have settled.
    const back = change(25, [member(1, 5.6)]);
    expect(besides(first, back, change(130))).toEqual([]);
    expect(besides(on(20, '2026-01-21', { label: 'wanted' }), change(130))).toEqual([]);
    expect(answer(askedOf(times(150, 0), { changes: [first, second, change(130)] })).more.at(-1)?.oldest?.run).toBe('run-20');
  });

  it('looks at a drift that began before these runs and went on in them', () => {
    const of = (until: number) => said(times(150, 0), [{ ...change(20), until }]);
    expect([of(50).verdict, of(49).verdict]).toEqual(['yes', 'no']);
    expect(of(50).text).toBe('Throughput −5.2 % in hello/net8.0/server/2c since the run of 2026-11-20.');
  });

  it('counts documents of one workflow run as one run, as the pictures do', () => {
    const of = (references: readonly (number | null)[], changes: readonly ChangeGroup[] = []) => {
      const asked = askedOf(references, { changes });
      return answerTo({ ...asked, newest: asked.newest.map((run, i) => ({ ...run, id: `2026-gh${Math.floor(i / 3)}-1-${i}` })) });
    };
    expect(of(times(2, 0)).text).toBe('one run in 2 documents is too few to tell a change from noise.');
    expect(of(times(8, 0)).text).toBe('3 runs in 8 documents are too few to tell a change from noise.');
    expect(of(times(30, null)).text).toMatch(/^no reference was measured in the newest 10 runs in 30 documents, so /);
    expect(of([...times(30, 0), ...times(12, null)]).text).toMatch(/^the newest 4 runs in 11 documents measured no reference, so /);
    expect(of([...times(30, null), 0, 0, 0]).text).toMatch(/^only one run in 3 documents measured a reference yet, /);
    const { text, more } = of(times(30, 0), [change(20, [member(0, 5)])]);
    expect(text).toMatch(/^no change for the worse in the newest 10 runs in 30 documents, up to /);
    expect(more).toEqual(['In the newest 10 runs in 30 documents also: 1 change for the better.']);
    expect(of(times(150, 0), [change(20), change(25, [member(1)])]).more.at(-1)).toBe(
      '1 change for the worse before the newest 34 runs in 100 documents still stands, since 2026-11-20.',
    );
  });

  it('says how many runs it looks at, and of how many documents where their list could not be read', () => {
    expect([50, 100, 150].map(runs => lookedText(askedOf(times(runs, 0))))).toEqual(['50 runs', '100 runs', '100 runs']);
    const unread = [new FileProblem('index/0.json', 'damaged')];
    expect(lookedText(askedOf(times(150, 0), { newest: [], unread }))).toBe('100 documents');
  });

  it('counts the other steps', () =>
    expect(said(times(50, 0), [change(20), change(30, [member(1)]), change(40, [member(2)])]).more.at(-1)).toBe(
      'In the newest 50 runs also: 2 other changes for the worse.',
    ));
});
