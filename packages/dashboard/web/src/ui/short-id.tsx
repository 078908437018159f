/** The end of an id, which tells apart what was made at the same time; all of it is its title. */
export const ShortId = ({ id }: { readonly id: string }) => <code title={id}>…{id.slice(-8)}</code>
