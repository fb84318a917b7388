import { useMemo } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { href, type Query } from '../app/route.ts';
import { useSubject } from '../app/title.ts';
import { BarPlot } from '../charts/BarPlot.tsx';
import { LineChart } from '../charts/LineChart.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { DocsLink } from '../components/DocsLink.tsx';
import { Fold } from '../components/Fold.tsx';
import { InTurn } from '../components/InTurn.tsx';
import { Lead } from '../components/Lead.tsx';
import { Load } from '../components/Load.tsx';
import {
  type ArticleList,
  type BarChart,
  captionOf,
  isNumeric,
  momentsOf,
  type ReportDocument,
  type ReportPart,
  type ReportTable,
  type TimeChart,
  unsignedZero,
  valuesAt,
} from '../data/report-document.ts';
import type { Loadable, Store } from '../data/store.ts';
import { number } from '../text/format.ts';

/** Sections of charts that a page shows at once; of a longer report they are folded. */
const mostCharts = 12;

/** Sections that a screen shows at once: of an article what it is, and what differs here. */
const firstSections = 2;

/** As how many small pictures a section counts: its texts, a table or two of which the first rows come with it, a chart. */
const sectionWeight = 4;

/** The same of one that is folded, which is a line. */
const foldWeight = 0.25;

/** The page of one report. */
export const Report = () => {
  const { report } = useApp().store;
  return report === null ? null : <ReportPage report={report} />;
};

/** Loads the list, or the article that an address names. */
export function prepareArticles(store: Store, query: Query): Promise<unknown> {
  const name = query.get('article');
  return name === null ? store.make(articleList) : store.make(articleOf(name));
}

const articleList: Loadable<ArticleList> = { key: 'articles', load: store => store.articles() };
const articleOf = (name: string): Loadable<ReportDocument> => ({ key: `article ${name}`, load: store => store.article(name) });

/** Published experiments that were followed up: a list, and a page each. */
export function Articles() {
  const name = useApp().route.query.get('article');
  if (name !== null)
    return (
      <Load of={articleOf(name)} what="the report">
        {report => <ReportPage report={report} />}
      </Load>
    );
  return (
    <>
      <h1>Articles</h1>
      <Lead page="articles.md" link="How they were measured">
        Published experiments, measured again: what the author found, what we found, and why they differ.
      </Lead>
      <Load of={articleList} what="the list of articles">
        {({ items }) => (
          <ul class="words">
            {items.map(item => (
              <li key={item.name}>
                <a href={href('articles', { article: item.name })}>{item.title}</a>
                {item.about ? `: ${item.about}` : ''} <span class="dim">{item.context}</span>
              </li>
            ))}
          </ul>
        )}
      </Load>
    </>
  );
}

function ReportPage({ report: { title, context, sections } }: { report: ReportDocument }) {
  useSubject(title);
  const charts = sections.flatMap(section => section.parts).filter(part => part.kind === 'time').length;
  return (
    <>
      <h1>{title}</h1>
      <p class="context">{context}</p>
      {sections.map((section, i) => {
        const isFolded = charts > mostCharts && section.parts.some(part => part.kind === 'time');
        return (
          <InTurn key={section.title} value={section} isAtOnce={i < firstSections} weight={isFolded ? foldWeight : sectionWeight}>
            {shown => <Section section={shown} isFolded={isFolded} />}
          </InTurn>
        );
      })}
    </>
  );
}

function Section({ section: { title, parts }, isFolded }: { section: ReportDocument['sections'][number]; isFolded: boolean }) {
  const content = () => parts.map((part, i) => <Part key={i} part={part} file={`${title}-${i + 1}`} />);
  if (isFolded) return <Fold summary={title}>{content}</Fold>;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {content()}
    </section>
  );
}

function Part({ part, file }: { part: ReportPart; file: string }) {
  switch (part.kind) {
    case 'paragraph':
      return <p class="text">{withLinks(part.text)}</p>;
    case 'bullets':
      return (
        <ul class="words">
          {part.items.map(item => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'code':
      return <pre>{part.text}</pre>;
    case 'table':
      return <Table table={part} file={file} />;
    case 'time':
      return <OverTime chart={part} />;
    case 'bars':
      return <Bars chart={part} />;
  }
}

const docsPage = /docs\/([\w-]+\.md(?:#[\w-]+)?)/;

/** A text in which pages of the documentation are links. */
const withLinks = (text: string) =>
  text.split(docsPage).map((part, i) => (i % 2 === 0 ? part : <DocsLink key={i} page={part}>{`docs/${part}`}</DocsLink>));

const fileName = (text: string) => text.replaceAll(/[^\w.-]+/g, '-');

function Table({ table, file }: { table: ReportTable; file: string }) {
  const { head, rest } = captionOf(table);
  return (
    <>
      <DataTable
        caption={withLinks(head)}
        file={fileName(file)}
        rows={table.rows}
        columns={table.headings.map((title, i) => ({
          title: title || 'What',
          value: (row: ReportTable['rows'][number]) => row[i]?.value ?? '',
          show: (row: ReportTable['rows'][number]) => unsignedZero(row[i]?.value ?? ''),
          heading: i === 0,
          wraps: true,
          numeric: isNumeric(table, i),
        }))}
      />
      {rest !== '' && <Fold summary="How to read this table">{() => <p class="text">{rest}</p>}</Fold>}
    </>
  );
}

function Bars({ chart: { name, caption, bars } }: { chart: BarChart }) {
  return (
    <figure>
      <BarPlot bars={bars} label={caption} />
      <figcaption>{caption}</figcaption>
      <Fold summary="The chart as a table">
        {() => (
          <DataTable
            caption={caption}
            file={fileName(name)}
            rows={bars}
            columns={[
              { title: 'Name', value: bar => bar.name, heading: true },
              { title: 'Value', value: bar => bar.value, show: bar => bar.text, numeric: true },
            ]}
          />
        )}
      </Fold>
    </figure>
  );
}

function OverTime({ chart }: { chart: TimeChart }) {
  const x = useMemo(() => momentsOf(chart), [chart]);
  const lines = useMemo(
    () =>
      chart.lines.map(line => ({
        label: line.name,
        values: valuesAt(line, x),
        ...(line.style === 'line' ? {} : { style: line.style }),
      })),
    [chart, x],
  );
  const marks = useMemo(() => chart.marks.map(at => ({ at, label: '', kind: 'event' as const })), [chart]);
  const shown = (value: number | null | undefined) => (value === null || value === undefined ? '–' : number(value, 1));
  return (
    <figure aria-label={chart.caption}>
      <LineChart
        x={x}
        lines={lines}
        marks={marks}
        legend={lines.length > 1}
        isLow={lines.length < 3}
        xLabel="seconds since the load began"
        yLabel={chart.unit}
        xText={number}
        yText={number}
        pointText={i => `${shown(x[i])} s: ${lines.map(line => `${line.label} ${shown(line.values[i])}`).join(', ')} ${chart.unit}`}
      />
      <figcaption>{chart.caption}</figcaption>
      <Fold summary="The chart as a table">
        {() => (
          <DataTable
            caption={chart.caption}
            file={fileName(chart.name)}
            rows={x.map((_, i) => i)}
            columns={[
              { title: 'Time, s', value: i => x[i] ?? null, numeric: true, heading: true },
              ...lines.map(line => ({
                title: line.label,
                value: (i: number) => line.values[i] ?? null,
                show: (i: number) => shown(line.values[i]),
                numeric: true,
              })),
            ]}
          />
        )}
      </Fold>
    </figure>
  );
}
