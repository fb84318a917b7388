import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { RepositoryContext } from '../app/context.ts';
import { commitAddress } from '../data/repository.ts';
import { shortSha } from '../text/format.ts';

interface Props {
  readonly sha: string | null;
  /** Whose commit it is (default: that of the history). */
  readonly repository?: string | null;
  readonly children?: ComponentChildren;
}

/** A commit, and the way to what it changed where its repository has a page. */
export function Commit({ sha, repository, children = shortSha(sha) }: Props) {
  const ofHistory = useContext(RepositoryContext);
  const address = commitAddress(repository === undefined ? ofHistory : repository, sha);
  return address === null ? children : <a href={address}>{children}</a>;
}
