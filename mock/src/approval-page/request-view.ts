import type { ApprovalRequest } from '../approval.js';
import { createAuthorizeView } from './authorize-view.js';
import { createMessagesView } from './messages-view.js';
import { createSignInView } from './sign-in-view.js';
import { createTransactionsView } from './transactions-view.js';
import type { RequestView, RequestViewContext } from './view.js';

/** Makes the view of any request. */
export function createRequestView(request: ApprovalRequest, context: RequestViewContext): RequestView {
  switch (request.type) {
    case 'authorize':
      return createAuthorizeView(request, context);
    case 'sign-in':
      return createSignInView(request, context);
    case 'sign-messages':
      return createMessagesView(request, context);
    default:
      return createTransactionsView(request, context);
  }
}
