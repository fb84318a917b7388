/** A vertical mark: a change point or an event. */
export interface Mark {
  readonly at: number;
  readonly label: string;
  readonly kind: 'worse' | 'better' | 'mixed' | 'event';
  /** Whether nobody need act on it: then it is grey. */
  readonly isSettled?: boolean;
}
