/** Notifies a console that its page is no longer shown. */
export const pageLeft = "pageleft";
