// TypeDoc's theme puts links into elements that already are buttons or options. A screen reader does not find them there.

/**
 * Puts a page's link into the list that its button opens.
 *
 * @param {HTMLElement} summary
 */
function moveLink(summary) {
  const link = summary.querySelector('a');
  const list = summary.parentElement?.querySelector('ul');
  if (!link || !list) return;
  const text = document.createElement('span');
  text.className = link.className;
  text.append(...link.childNodes);
  link.replaceWith(text);
  link.textContent = 'Overview';
  text.classList.remove('current');
  const item = document.createElement('li');
  item.append(link);
  list.prepend(item);
}

/**
 * Makes a search result open its page itself. The theme clicks the link in it on Enter.
 *
 * @param {HTMLElement} option
 */
function hideLink(option) {
  const link = option.querySelector('a');
  if (!link || link.hidden) return;
  option.prepend(...link.childNodes);
  link.hidden = true;
  option.addEventListener('click', (event) => {
    if (event.target !== link) link.click();
  });
}

/**
 * Changes the parts of a list, which the theme fills later.
 *
 * @param {string} id
 * @param {string} selector
 * @param {(part: HTMLElement) => void} change
 */
function changeAll(id, selector, change) {
  const list = document.getElementById(id);
  if (!list) return;
  const changeParts = () => {
    for (const part of list.querySelectorAll(selector)) if (part instanceof HTMLElement) change(part);
  };
  new MutationObserver(changeParts).observe(list, { childList: true, subtree: true });
  changeParts();
}

changeAll('tsd-nav-container', 'summary', moveLink);
changeAll('tsd-search-results', '[role="option"]', hideLink);
