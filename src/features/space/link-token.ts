/** The token after `#`, which browsers do not send in requests or referrers, so that it is in no log. */
export const linkToken = (): string => decodeURIComponent(window.location.hash.slice(1))
