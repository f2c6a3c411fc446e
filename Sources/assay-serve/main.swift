runStubServer()
