/** What a reader must know before trusting what stands above; nothing without notes. */
export const Notes = ({ of }: { of: readonly string[] }) =>
  of.length === 0 ? null : (
    <ul>
      {of.map(note => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
