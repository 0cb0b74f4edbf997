/**
 * The service worker must install the build's own files only: a portal answers 200 and a page of its own for each of them, and the installed files
 * are run at every start (ANSWER-4).
 */

/** A mark in index.html, and in no other page. */
const OWN_PAGE = '<meta name="application-name" content="Lolapp"'

const typeFits = (path: string, type: string): boolean => {
  if (path.endsWith('.js')) return type.includes('javascript')
  if (path.endsWith('.css')) return type.startsWith('text/css')
  return path.endsWith('.html') === type.startsWith('text/html')
}

/** Whether this answer is the build's file of that path. The answer stays readable. */
export async function isOwnFile(path: string, answer: Response): Promise<boolean> {
  if (answer.status !== 200 || answer.redirected) return false
  if (!typeFits(path, answer.headers.get('content-type') ?? '')) return false
  return !path.endsWith('.html') || (await answer.clone().text()).includes(OWN_PAGE)
}
