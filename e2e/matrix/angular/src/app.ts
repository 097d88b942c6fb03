import { Component } from '@angular/core';

@Component({ selector: 'app-root', template: '<h1>Fresh dapp</h1>' })
export class App {}
