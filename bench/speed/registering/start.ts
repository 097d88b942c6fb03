// The first that is imported, so that this is when the page's code began.
performance.mark('start');
