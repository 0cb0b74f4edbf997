/**
 * A page that is left may be kept as it stands, for « Précédent » (the back/forward cache; WebKit does it with workers, too). Its worker is then
 * suspended wherever it is: the transaction that it had begun never ends, and every later write of the next page waits for it. So a page that is
 * kept first closes the local database and aborts its own transactions, and it reloads when it is shown again (WORK-10).
 */
export interface KeptPage {
  page: Pick<Window, 'addEventListener'>
  /** Ends the background work without waiting: the page may be suspended before slower steps run. */
  release: () => void
  reload: () => void
}

export function watchKeptPage({ page, release, reload }: KeptPage): void {
  page.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) release()
  })
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reload()
  })
}
