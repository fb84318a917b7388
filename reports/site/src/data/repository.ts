/** The page of a repository; null where it has none on https: its address comes from somebody's clone, so no other becomes a link. */
export const pageOf = (repository: string | null | undefined): string | null =>
  repository?.startsWith('https://') ? repository.replace(/(\.git)?\/?$/, '') : null;

/** The project, OWNER/NAME: what follows the host. Null of a folder, of a demo, whose repository is made up, and where nobody knows. */
export const projectOf = (repository: string | null | undefined): string | null =>
  /^https?:\/\/[^/]+\/(.+?)(\.git)?\/?$/.exec(repository ?? '')?.[1] ?? null;

/** Where to read what a commit changed; null where there is no such page. */
export function commitAddress(repository: string | null | undefined, sha: string | null): string | null {
  const page = pageOf(repository);
  return page === null || !sha ? null : `${page}/commit/${encodeURIComponent(sha)}`;
}
