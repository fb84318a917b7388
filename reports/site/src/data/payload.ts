import type { Metric } from './metric.ts';
import type { ReportDocument } from './report-document.ts';
import type { Rules } from './same-rule.ts';
import type { Timeline } from './timeline.ts';
import type { GcDocument } from './traced.ts';
import type { WhyDocument } from './why.ts';

/** What perfmatrix writes into the page: a whole run (report.html), a report of text and charts, or where the history lies (the site). */
export type Payload = Rules & Content & Tool;

/** What the program that wrote the page says of itself. */
interface Tool {
  /** Address of the folder of its documentation. */
  readonly docs?: string;
}

type Content =
  | {
      readonly mode: 'report';
      readonly metrics: readonly Metric[];
      readonly run: unknown;
      readonly timelines?: readonly Timeline[];
      readonly timelineProblems?: readonly string[];
      /** Why its cells changed; perfmatrix has checked it. */
      readonly why?: WhyDocument | null;
      /** What the collector did under two of its runtimes or GC modes. */
      readonly gc?: GcDocument | null;
      /** SHA-256 of the run.json that the page lies beside. */
      readonly documentSha256?: string | null;
    }
  | {
      readonly mode: 'history';
      readonly base: string;
      /** Files of others that lie beside the history, relative to the page. */
      readonly beside?: readonly string[];
    }
  | { readonly mode: 'document'; readonly document: ReportDocument };

/** Reads the page's payload. It is JSON in a script element that is never executed, so no text in it can become markup or code. */
export function readPayload(page: Document): Payload {
  const text = page.getElementById('perfmatrix-data')?.textContent?.trim() ?? '';
  return text.startsWith('{') ? (JSON.parse(text) as Payload) : { mode: 'history', base: './' };
}
