/** Props of a router Link for an address of paths.ts that may carry a query. */
export function hrefProps(href: string): { to: string; search: never } {
  const [to = '', query = ''] = href.split('?')
  // The router types a query by route; addresses of paths.ts are always made for the route that they name.
  return { to, search: Object.fromEntries(new URLSearchParams(query)) as never }
}
