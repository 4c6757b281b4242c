/** The texts that the software writes for empty fields. */
export const EmptyValues = ({ values }: { values: readonly string[] }) =>
  values.map((value, index) => (
    <span key={value}>
      {index > 0 && ', '}
      <code>{value}</code>
    </span>
  ));
