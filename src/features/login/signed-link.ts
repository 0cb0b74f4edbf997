/**
 * The token of a link that the company's older system has signed: `/login/manager#jeton=…` (a fragment is not sent to any server). It leaves the
 * address bar at once, because it works once.
 */
export function takeSignedToken(): string | null {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('jeton')
  if (!token) return null
  window.history.replaceState(window.history.state, '', `${window.location.pathname}${window.location.search}`)
  return token
}
