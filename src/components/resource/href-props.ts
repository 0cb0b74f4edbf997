/** Props of a router Link for an address of paths.ts that may carry a query. */
export function hrefProps(href: string): { to: string; search: Record<string, string> } {
  const [to = '', query = ''] = href.split('?')
  return { to, search: Object.fromEntries(new URLSearchParams(query)) }
}
